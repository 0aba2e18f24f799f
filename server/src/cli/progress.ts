import type { Progress } from '../admin/backups/index.ts';

export type { Progress };

const INTERVAL_MS = 1000;

/** Prints progress to stderr. Text after a colon is detail, printed once a second at most. */
export function createProgress({ isQuiet }: { isQuiet: boolean }): Progress {
  let subject: string | undefined;
  let printedAt = 0;
  return (text) => {
    const now = Date.now();
    const [next] = text.split(':', 1);
    if (isQuiet || (next === subject && now - printedAt < INTERVAL_MS)) return;
    subject = next;
    printedAt = now;
    process.stderr.write(`${text} …\n`);
  };
}
