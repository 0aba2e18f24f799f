import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A log has two files of at most this size: the current one, and the one before. */
const MAX_BYTES = 512 * 1024;
/** Lines that wait for the disk; further ones are dropped. */
const MAX_PENDING = 1_000;

export type BridgeLog = {
  append(line: string): void;
  /** Resolves when everything is on the disk. */
  flush(): Promise<void>;
};

export const logPath = (dataDir: string, bridgeId: string): string =>
  join(dataDir, 'bridges', `${bridgeId}.log`);

/** Writes the lines of a bridge to a file of bounded size. Failures are ignored: the disk may be full. */
export function openBridgeLog(path: string): BridgeLog {
  let pending: string[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    while (pending.length > 0) {
      const text = pending.map((line) => `${line}\n`).join('');
      pending = [];
      const { size } = await stat(path).catch(() => ({ size: 0 }));
      if (size > 0 && size + text.length > MAX_BYTES) await rename(path, `${path}.1`);
      await appendFile(path, text, { mode: 0o600 });
    }
  }

  return {
    append(line) {
      if (pending.length < MAX_PENDING) pending.push(line);
      writing ??= write()
        .catch(() => undefined)
        .finally(() => {
          writing = undefined;
        });
    },
    flush: async () => {
      await writing;
    },
  };
}

/** Deletes the log of a bridge that was removed. Another process may be about to write its last lines. */
export async function deleteLog(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.1`, { force: true });
}
