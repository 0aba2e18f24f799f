import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OutboxChange, OutboxStore, StoredReport } from './outbox-store.ts';

/** The file is rewritten when it is larger than this, and mostly holds reports that were delivered. */
const MIN_COMPACTED_LENGTH = 1024 * 1024;

/**
 * Returns a store in a file of JSON lines, which is created when it is missing. Every `save` is written to the
 * disk before it resolves. The folder must exist. Only one process may use a file.
 *
 * 1. A save appends its changes: `{"add":…}` or `{"remove":ID}`.
 * 2. When most of the file is about reports that are gone, the rest is written to `PATH.new`, which replaces
 *    the file.
 * 3. Loading ignores a last line that a crash left incomplete: its storage was never acknowledged.
 */
export function fileOutboxStore(path: string): OutboxStore {
  const live = new Map<number, string>();
  const file = createLinesFile(path);
  let liveLength = 0;

  function apply(change: OutboxChange, line: string): void {
    if ('add' in change) {
      live.set(change.add.id, line);
      liveLength += line.length;
      return;
    }
    liveLength -= live.get(change.remove)?.length ?? 0;
    live.delete(change.remove);
  }

  return {
    load: async () => {
      live.clear();
      liveLength = 0;
      for (const line of (await file.read()).split('\n')) {
        const change = parse(line);
        if (change) apply(change, `${line}\n`);
      }
      await file.replace([...live.values()].join(''));
      return [...live.values()].map((line) => (JSON.parse(line) as { add: StoredReport }).add);
    },
    save: async (changes) => {
      const lines = changes.map((change) => `${JSON.stringify(change)}\n`);
      // After a failed write, the file may end within a line.
      await file.append(`\n${lines.join('')}`);
      for (const [index, change] of changes.entries()) apply(change, lines[index] ?? '');
      if (file.length() > MIN_COMPACTED_LENGTH && file.length() > 4 * liveLength)
        await file.replace([...live.values()].join(''));
    },
    close: file.close,
  };
}

/** Creates a text file that is appended to and replaced as a whole. Both are on the disk when they resolve. */
function createLinesFile(path: string) {
  let file: FileHandle | undefined;
  let length = 0;
  const close = async () => {
    await file?.close();
    file = undefined;
  };
  return {
    length: () => length,
    close,
    read: (): Promise<string> =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      }),
    append: async (text: string): Promise<void> => {
      file ??= await open(path, 'a', 0o600);
      await file.appendFile(text);
      await file.datasync();
      length += text.length;
    },
    replace: async (text: string): Promise<void> => {
      const fresh = await open(`${path}.new`, 'w', 0o600);
      try {
        await fresh.writeFile(text);
        await fresh.datasync();
      } finally {
        await fresh.close();
      }
      await close();
      await rename(`${path}.new`, path);
      await syncFolder(dirname(path));
      length = text.length;
    },
  };
}

function parse(line: string): OutboxChange | undefined {
  try {
    return line === '' ? undefined : (JSON.parse(line) as OutboxChange);
  } catch {
    return undefined;
  }
}

/** Makes a rename durable. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
