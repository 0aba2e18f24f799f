import { stat } from 'node:fs/promises';
import { sizeText } from './text.ts';

export type Progress = (text: string) => void;

const INTERVAL_MS = 1000;

/** Prints progress to stderr. Text after a colon is detail, printed once a second at most. */
export function createProgress({ isQuiet }: { isQuiet: boolean }): Progress {
  let subject: string | undefined;
  let said = 0;
  return (text) => {
    const now = Date.now();
    const [next] = text.split(':', 1);
    if (isQuiet || (next === subject && now - said < INTERVAL_MS)) return;
    subject = next;
    said = now;
    process.stderr.write(`${text} …\n`);
  };
}

/**
 * Reports once a second how much of a file is written, until disposed of, for work that cannot count by
 * itself.
 */
export function watchFile(file: string, text: string, progress: Progress): Disposable {
  progress(text);
  const timer = setInterval(() => {
    stat(file).then(
      ({ size }) => progress(`${text}: ${sizeText(size)}`),
      () => undefined,
    );
  }, INTERVAL_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
