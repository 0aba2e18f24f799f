import { appendFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A log has two files of at most this size: the current one, and the one before. */
const MAX_BYTES = 512 * 1024;
/** Lines that wait for the disk; further ones are dropped. */
const MAX_PENDING = 1_000;

/** The number of bytes that are read from the end of a log. */
const TAIL_BYTES = 256 * 1024;

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

/** Returns the last lines of a log, oldest first. */
export async function readLog(path: string, count: number): Promise<string[]> {
  const lines = await tail(path);
  const earlier = lines.length < count ? await tail(`${path}.1`) : [];
  return [...earlier, ...lines].slice(-count);
}

async function tail(path: string): Promise<string[]> {
  const { text, from } = await readFrom(path, -TAIL_BYTES);
  const lines = text.split('\n').filter((line) => line !== '');
  // The first line is cut.
  return from > 0 ? lines.slice(1) : lines;
}

/** Reads a file from a position, or the last bytes with a negative one. Without the file it is empty. */
export async function readFrom(
  path: string,
  position: number,
): Promise<{ text: string; from: number; to: number }> {
  const file = await open(path).catch(() => undefined);
  if (!file) return { text: '', from: 0, to: 0 };
  try {
    const { size } = await file.stat();
    const from = position < 0 ? Math.max(0, size + position) : Math.min(position, size);
    const buffer = Buffer.alloc(Math.min(size - from, MAX_BYTES * 2));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return { text: buffer.toString('utf8', 0, bytesRead), from, to: from + bytesRead };
  } finally {
    await file.close();
  }
}

/** Deletes the log of a bridge that was removed. Another process may be about to write its last lines. */
export async function deleteLog(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.1`, { force: true });
}
