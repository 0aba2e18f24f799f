/** For tests only: runs a storage suite on both engines. */
import { randomBytes } from 'node:crypto';
import { constants, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import pg from 'pg';

import type { EngineName } from './engine.ts';
import { openStorage, type StorageOptions } from './open.ts';
import type { Storage } from './storage.ts';

export { countStatements } from './count-statements.ts';
export { readTables } from './tables.ts';

/** The location of a database: the options that `openStorage` needs in addition to the migrations. */
export type Place = Pick<StorageOptions, 'dataDir' | 'databaseUrl'>;

/** Opens a storage in a new place, or in `place`. After the suite it is closed and its place removed. */
export type OpenTestStorage = <DB>(
  options: Partial<StorageOptions> & { place?: Place },
) => Promise<Storage<DB>>;

export type PlaceOptions = {
  /** The suite's engine by default. */
  engine?: EngineName;
  /** A closed database of the same engine that the new one is a copy of; the new one is empty by default. */
  template?: Place;
};

/** Far longer than any write takes: a busy machine must not end the writes of a test. */
const TEST_WRITE_LIMIT_MS = 60_000;

export type TestEngine = {
  open: OpenTestStorage;
  newPlace(options?: PlaceOptions): Promise<Place>;
  /**
   * Closes what was opened and removes the places after the suite. A suite calls this after it has defined its
   * own hooks: `after` hooks run in the order of their definition, and a place must outlive its server.
   */
  removeAfterSuite(): void;
};

/**
 * Defines a suite for each engine: SQLite in a new folder below `AZULEJO_TEST_DATA`, PostgreSQL in a new database
 * on the server that `AZULEJO_TEST_POSTGRES` names. `test/run.ts` sets both; without the server the PostgreSQL suite
 * is reported as skipped. A run limits its suites to one engine by `AZULEJO_TEST_ENGINE`.
 */
export function forEachEngine(
  define: (engine: EngineName, open: OpenTestStorage, newPlace: TestEngine['newPlace']) => void,
  engines: readonly EngineName[] = ['sqlite', 'postgres'],
): void {
  const only = process.env['AZULEJO_TEST_ENGINE'];
  for (const engine of engines.filter((each) => only === undefined || each === only)) {
    const adminUrl = process.env['AZULEJO_TEST_POSTGRES'];
    const skip =
      engine === 'postgres' && !adminUrl && 'AZULEJO_TEST_POSTGRES is not set; npm run test:long sets it';
    describe(engine, { skip }, () => {
      const { open, newPlace, removeAfterSuite } = testEngine(engine, adminUrl ?? '');
      define(engine, open, newPlace);
      removeAfterSuite();
    });
  }
}

/** Returns the functions of a suite on one engine. Must be called while the suite is defined. */
export function testEngine(engine: EngineName, adminUrl = ''): TestEngine {
  const undo: (() => Promise<unknown>)[] = [];
  async function newPlace({ engine: kind = engine, template }: PlaceOptions = {}): Promise<Place> {
    const parent = process.env['AZULEJO_TEST_DATA'] ?? tmpdir();
    const dataDir = await mkdtemp(join(parent, 'azulejo-test-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    if (kind === 'sqlite') {
      if (template) await copyFiles(template.dataDir, dataDir);
      return { dataDir };
    }
    const { name, url } = await createDatabase(adminUrl, template);
    undo.push(() => administer(adminUrl, `drop database ${name} with (force)`));
    return { dataDir, databaseUrl: url };
  }

  return {
    newPlace,
    async open<DB>({ place, ...options }: Partial<StorageOptions> & { place?: Place }) {
      const storage = await openStorage<DB>({
        migrations: {},
        writeLimitMs: TEST_WRITE_LIMIT_MS,
        ...(place ?? (await newPlace())),
        ...options,
      });
      undo.push(async () => storage[Symbol.asyncDispose]());
      return storage;
    },
    removeAfterSuite() {
      after(async () => {
        for (const step of undo.reverse()) await step();
      });
    },
  };
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
  }
}

/** Creates a database with a random name, empty or as a copy of the template, which must have no connections. */
export async function createDatabase(
  adminUrl: string,
  template?: Place,
): Promise<{ name: string; url: string }> {
  const name = `azulejo_${randomBytes(6).toString('hex')}`;
  const source = template?.databaseUrl && ` template ${new URL(template.databaseUrl).pathname.slice(1)}`;
  // Copying the files takes a tenth of the time of the default, which writes each block to the log too.
  await administer(adminUrl, `create database ${name}${source ?? ''} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href };
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

export { weekOf } from './partitions.ts';
