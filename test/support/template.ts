import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createTemplates,
  type Database,
  importCatalogue,
  manualClock,
  migrations,
} from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { createDatabase, type Place } from '@azulejo/storage/testing';

/** The variable that names the templates of this run. */
const VARIABLE = 'AZULEJO_TEST_TEMPLATES';

type Templates = { readonly sqlite: Place; readonly postgres?: Place };

/**
 * Creates the databases that platforms of tests start from: migrated, and with the template of phones. There is
 * one for SQLite, and one for PostgreSQL if the run has a server. Copying one takes milliseconds.
 * Returns the environment by which the processes of the run find them.
 */
export async function createTemplatePlaces(
  folder: string,
  postgresUrl: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const places: Templates = {
    sqlite: { dataDir: join(folder, 'template') },
    ...(postgresUrl === undefined ? {} : { postgres: await createPostgresPlace(folder, postgresUrl) }),
  };
  await Promise.all(Object.values(places).map(fill));
  return { [VARIABLE]: JSON.stringify(places) };
}

async function createPostgresPlace(folder: string, serverUrl: string): Promise<Place> {
  const dataDir = join(folder, 'template-of-postgres');
  mkdirSync(dataDir);
  const { url } = await createDatabase(serverUrl);
  return { dataDir, databaseUrl: url };
}

async function fill(place: Place): Promise<void> {
  await using db = await openStorage<Database>({ ...place, migrations });
  await importCatalogue({ templates: createTemplates({ db, clock: manualClock() }) }, db);
}

/** Returns the template of this run. Without `test/run.ts` there is none, and platforms start empty. */
export function templateOf(engine: keyof Templates): Place | undefined {
  const value = process.env[VARIABLE];
  return value === undefined ? undefined : (JSON.parse(value) as Templates)[engine];
}
