import type pg from 'pg';
import { SharedConnectionError } from './errors.ts';
import { type HeldClient, holdClient } from './postgres-connection.ts';

/** Prepared like the statements of requests, which fail behind a pooler that does not know them. */
const BACKEND = { sql: 'select pg_backend_pid() as pid', parameters: [], name: 'azulejo_backend' };

/**
 * Reads from the database. Throws `SharedConnectionError` when a pooler gives two clients one connection, or one
 * client two. PostgreSQL itself tells a client the process that serves it, and a pooler another number: without
 * a pooler, this costs one statement.
 */
export async function refuseSharedConnections(pool: pg.Pool): Promise<void> {
  const first = await holdClient(pool);
  try {
    const pid = await pidOf(first);
    if (pid === first.announcedPid || pool.options.max < 2) return;
    const second = await holdClient(pool);
    try {
      const other = await pidOf(second);
      if (other === pid || (await pidOf(first)) !== pid) throw new SharedConnectionError();
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

async function pidOf(client: HeldClient): Promise<unknown> {
  const { rows } = await client.run(BACKEND);
  return (rows as { pid: number }[])[0]?.pid;
}
