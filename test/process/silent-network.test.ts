import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Migrations } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { startTcpRelay } from '../support/tcp-relay.ts';

const QUERY_TIMEOUT_MS = 200;

type Tables = { rows: { id: number } };

/** A migration that takes longer than any query may. */
const migrations: Migrations = {
  '0001-slow': {
    phase: 'contract',
    async up(db) {
      await sql`select pg_sleep(${(2 * QUERY_TIMEOUT_MS) / 1000})`.execute(db);
      await sql`create table rows (id integer)`.execute(db);
    },
  },
};

/** Retries until there is an answer: a busy machine can exceed the query timeout, too. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StorageUnavailableError') throw error;
    }
  }
}

forEachEngine((engine, open, newPlace) => {
  if (engine !== 'postgres') return;

  it('migrates without a timeout, and replaces a connection that no longer responds', async () => {
    const place = await newPlace();
    const url = new URL(place.databaseUrl ?? '');
    await using relay = await startTcpRelay({ host: url.hostname, port: Number(url.port) });
    url.port = String(relay.port);
    await using storage = await open<Tables>({
      place: { ...place, databaseUrl: url.href },
      migrations,
      maxConnections: 1,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
    });
    const insert = storage.prepare<{ id: number }>()((db, p) =>
      db
        .insertInto('rows')
        .values({ id: p('id') })
        .returningAll(),
    );
    const endpoints: [string, () => Promise<unknown>][] = [
      ['read', () => storage.read.selectFrom('rows').selectAll().execute()],
      ['write', () => storage.write((tx) => tx.insertInto('rows').values({ id: 1 }).execute())],
      ['unit of one', () => storage.unit([insert.bind({ id: 2 })])],
      ['unit of two', () => storage.unit([insert.bind({ id: 3 }), insert.bind({ id: 4 })])],
    ];
    for (const [name, endpoint] of endpoints) {
      await answered(() => storage.ping());
      relay.silence();
      await assert.rejects(endpoint(), { name: 'StorageUnavailableError' }, name);
    }
    await answered(() => storage.ping());
    const rows = await answered(() => storage.read.selectFrom('rows').selectAll().execute());
    assert.deepEqual(rows, []);
  });
});
