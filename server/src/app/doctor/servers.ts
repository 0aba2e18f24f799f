import { createServerRows, type LivingServer } from '../../core/servers/index.ts';
import { readDatabaseId } from '../../database/settings.ts';
import { serverIdIn } from '../membership.ts';
import { findMisfits, findOtherFiles, readTraits } from '../start-checks.ts';
import { broken, type Finding, ok, type Stored } from './check.ts';

const CHECK = 'Servers';

/** Checks whether a server with these settings fits the others that run on its database; nothing on SQLite. */
export async function checkServers({ config, db }: Stored): Promise<Finding[]> {
  if (db.engine !== 'postgres') return [];
  const living = await createServerRows(db).living();
  const own = serverIdIn(config.dataDir);
  const others = living.filter(({ id }) => id !== own);
  const databaseId = await readDatabaseId(db.read);
  if (others.length === 0 || databaseId === undefined) return [ok(CHECK, summaryOf(living))];
  const traits = await readTraits(config);
  const misfits = [
    ...others.flatMap((other) => findMisfits(config, traits, other)),
    ...(await findOtherFiles(config, databaseId)),
  ];
  if (misfits.length === 0) return [ok(CHECK, summaryOf(living))];
  return misfits.map(({ says, todo }) => broken(CHECK, says, todo));
}

function summaryOf(living: readonly LivingServer[]): string {
  if (living.length === 0) return 'none runs';
  return living
    .map(({ name, version, isDraining }) => `${name} (${version}${isDraining ? ', stopping' : ''})`)
    .join(', ');
}
