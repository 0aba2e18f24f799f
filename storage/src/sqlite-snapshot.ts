import { setImmediate } from 'node:timers/promises';
import { createKysely } from './driver.ts';
import { type Internals, SNAPSHOT_CHUNK_ROWS, type Snapshot } from './internals.ts';
import { openConnection } from './sqlite-connection.ts';

/**
 * Returns a function that reads a snapshot of the file on its own connection: an open read transaction sees
 * one state of the file, however long it runs.
 */
export function snapshotOf(file: string): Internals['snapshot'] {
  return async (fn) => {
    const { database, run } = openConnection(file, 'read');
    const db = createKysely<unknown>('sqlite', {
      connect: async () => ({ execute: async (sql, parameters) => run(sql, parameters), release() {} }),
    });
    async function* chunks(select: string): ReturnType<Snapshot['chunks']> {
      let chunk: Record<string, unknown>[] = [];
      for (const row of database.prepare(select).iterate()) {
        if (chunk.push(row) < SNAPSHOT_CHUNK_ROWS) continue;
        yield chunk;
        chunk = [];
        await setImmediate();
      }
      if (chunk.length > 0) yield chunk;
    }
    try {
      database.exec('begin');
      return await fn({ db, chunks });
    } finally {
      database.close();
    }
  };
}
