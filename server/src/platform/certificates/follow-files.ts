import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '../logger.ts';

const LOOK_MS = 30_000;

/**
 * Does `work` when one of the files is another; a failure is logged. They are looked at again and again: watching an
 * inode misses who renames a new file, or turns a link, into its place.
 */
export function followFiles(
  files: readonly string[],
  { logger, everyMs = LOOK_MS }: { logger: Logger; everyMs?: number | undefined },
  work: () => Promise<void>,
): Disposable {
  const listener = () => {
    work().catch((error: unknown) => logger.warn({ err: error }, 'certificate not re-read'));
  };
  for (const file of files) watchFile(file, { interval: everyMs, persistent: false }, listener);
  return {
    [Symbol.dispose]() {
      for (const file of files) unwatchFile(file, listener);
    },
  };
}
