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

type Templates = { readonly sqlite: Place; readonly postgres: Place };

/**
 * Creates the databases that platforms of tests start from, one per engine: migrated, and with the template of
 * phones. Copying one takes milliseconds.
 * Returns the environment by which the processes of the run find them.
 */
export async function createTemplatePlaces(
  folder: string,
  postgresUrl: string,
): Promise<Readonly<Record<string, string>>> {
  const sqlite: Place = { dataDir: join(folder, 'template') };
  const empty = join(folder, 'template-of-postgres');
  mkdirSync(empty);
  const { url } = await createDatabase(postgresUrl);
  const postgres: Place = { dataDir: empty, databaseUrl: url };
  await Promise.all([sqlite, postgres].map(fill));
  return { [VARIABLE]: JSON.stringify({ sqlite, postgres } satisfies Templates) };
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
