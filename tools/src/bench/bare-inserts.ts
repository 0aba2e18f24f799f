/**
 * A baseline: durable inserts on the driver itself, with three rows per commit, as many as a sign-in stores.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { answerWith } from './baseline.ts';
import type { Place } from './place.ts';

export type BareInsertsQuestion = { place: Place; ms: number };

type Insert = (values: string[]) => Promise<void>;
type Inserts = { insert: Insert; atOnce: number };

const CREATE = 'create table if not exists bare (id text primary key, data text not null)';
const ROWS = [1, 2, 3];
/** About the size of a token's row with its hashes. */
const DATA = 'x'.repeat(200);
const POOL = 16;

let opened: Promise<Inserts> | undefined;

answerWith<BareInsertsQuestion, number>(async ({ place, ms }) => {
  opened ??= place.databaseUrl === undefined ? openSqlite(place.dataDir) : openPostgres(place.databaseUrl);
  const { insert, atOnce } = await opened;
  const started = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - started < ms) {
      await insert(ROWS.flatMap(() => [randomUUID(), DATA]));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (done * 1000) / (performance.now() - started);
});

async function openSqlite(folder: string): Promise<Inserts> {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${CREATE} strict`);
  const statement = database.prepare(`insert into bare values ${ROWS.map(() => '(?, ?)').join(', ')}`);
  return {
    atOnce: 1,
    insert: async (values) => {
      statement.run(...values);
    },
  };
}

async function openPostgres(connectionString: string): Promise<Inserts> {
  const pool = new pg.Pool({ connectionString, max: POOL });
  await pool.query(CREATE);
  const text = `insert into bare values ${ROWS.map((row) => `($${row * 2 - 1}, $${row * 2})`).join(', ')}`;
  return {
    atOnce: POOL,
    insert: async (values) => {
      await pool.query({ name: 'bare', text, values });
    },
  };
}
