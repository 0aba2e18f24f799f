import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '../logger.ts';

const CHECK_INTERVAL_MS = 30_000;

/**
 * Runs `work` when one of the files has changed; a failure is logged. The files are polled, because watching
 * an inode misses a file that is replaced by a rename or a changed link.
 */
export function followFiles(
  files: readonly string[],
  { logger, everyMs = CHECK_INTERVAL_MS }: { logger: Logger; everyMs?: number },
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
