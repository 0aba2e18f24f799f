/** For tests only: runs a storage suite on both engines. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import pg from 'pg';
import type { EngineName } from './engine.ts';
import { openStorage, type StorageOptions } from './open.ts';
import type { Storage } from './storage.ts';

/** The location of a database: the options that `openStorage` needs besides the migrations. */
export type Place = Pick<StorageOptions, 'dataDir' | 'databaseUrl'>;

/** Opens a storage in a new place, or in `place`. After the suite it is closed and its place removed. */
export type OpenTestStorage = <DB>(
  options: Partial<StorageOptions> & { place?: Place },
) => Promise<Storage<DB>>;

export type TestEngine = { open: OpenTestStorage; newPlace(other?: EngineName): Promise<Place> };

/**
 * Defines a suite for each engine: SQLite in a temporary folder, PostgreSQL in a new database on the server
 * that `AZULEJO_TEST_POSTGRES` names. `npm test` sets it; without it the PostgreSQL suite is reported as
 * skipped.
 */
export function forEachEngine(
  define: (engine: EngineName, open: OpenTestStorage, newPlace: TestEngine['newPlace']) => void,
  engines: readonly EngineName[] = ['sqlite', 'postgres'],
): void {
  for (const engine of engines) {
    const adminUrl = process.env['AZULEJO_TEST_POSTGRES'];
    const skip = engine === 'postgres' && !adminUrl && 'AZULEJO_TEST_POSTGRES is not set; npm test sets it';
    describe(engine, { skip }, () => {
      const { open, newPlace } = testEngine(engine, adminUrl ?? '');
      define(engine, open, newPlace);
    });
  }
}

function testEngine(engine: EngineName, adminUrl: string): TestEngine {
  const undo: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const step of undo.reverse()) await step();
  });

  async function newPlace(kind = engine): Promise<Place> {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-test-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    if (kind === 'sqlite') return { dataDir };
    const name = `azulejo_${randomBytes(6).toString('hex')}`;
    await administer(adminUrl, `create database ${name}`);
    undo.push(() => administer(adminUrl, `drop database ${name} with (force)`));
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    return { dataDir, databaseUrl: url.href };
  }

  return {
    newPlace,
    async open<DB>({ place, ...options }: Partial<StorageOptions> & { place?: Place }) {
      const storage = await openStorage<DB>({ migrations: {}, ...(place ?? (await newPlace())), ...options });
      undo.push(async () => storage[Symbol.asyncDispose]());
      return storage;
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
