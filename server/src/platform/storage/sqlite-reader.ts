import { StorageBusyError, StorageClosedError } from './errors.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';
import type { BoundStatement } from './storage.ts';

/** Each may take a while: who comes behind so many had better ask again. */
const MAX_WAITING = 200;

/** Long reads, one after the other on a thread of their own, which the first of them starts. */
export function createReader(file: string, onFailure: (error: Error) => void) {
  let thread: SqliteThread | undefined;
  let waiting = 0;
  let isClosed = false;

  return {
    async scan({ sql, parameters }: BoundStatement): Promise<unknown[]> {
      if (isClosed) throw new StorageClosedError('storage: closed');
      if (waiting >= MAX_WAITING) throw new StorageBusyError('storage: too many long reads wait');
      if (!thread || thread.failure()) thread = startThread({ file, mode: 'read' }, onFailure);
      waiting += 1;
      try {
        const { result } = await thread.request({ kind: 'execute', sql, parameters });
        return result?.rows ?? [];
      } finally {
        waiting -= 1;
      }
    },
    /** Finishes what waits. */
    async close(): Promise<void> {
      isClosed = true;
      await thread?.close();
    },
  };
}
