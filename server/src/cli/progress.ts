import { stat } from 'node:fs/promises';
import { sizeText } from './text.ts';

export type Progress = (text: string) => void;

const INTERVAL_MS = 1000;

/** Says on stderr what is being done. What stands after a colon is detail, told once a second. */
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

/** For work that does not count by itself: says each second how much of its file is written, until disposed of. */
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
