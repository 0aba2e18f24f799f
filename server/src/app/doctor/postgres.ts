import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/index.ts';
import { openToExamine } from '../../database/open.ts';
import { type Finding, ok, type Stored, warning } from './check.ts';

/** PostgreSQL 14 gets no fixes after November 2026 (https://www.postgresql.org/support/versioning/). */
const OLDEST_SUPPORTED = 15;
/** The limits that a server asks for itself where no pooler refuses them. */
const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;
const LIMIT = '10s';

/** Checks PostgreSQL; nothing on SQLite, which comes with Azulejo. */
export async function checkPostgres({ config, db }: Stored): Promise<Finding[]> {
  if (db.engine !== 'postgres') return [];
  return [await checkVersion(db), ...(config.databaseDirectUrl === undefined ? [] : [await checkLimits(db)])];
}

async function checkVersion(db: Db): Promise<Finding> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db.read);
  const version = rows[0]?.server_version.split(' ')[0] ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return ok('PostgreSQL', version);
  return warning(
    'PostgreSQL',
    `${version} is no longer maintained`,
    `upgrade PostgreSQL to ${OLDEST_SUPPORTED} or newer; the commands backup and restore move the data`,
  );
}

/** Checks the limits of the role, which are the only ones of connections through a pooler. */
async function checkLimits(db: Db): Promise<Finding> {
  const { rows } = await sql<{ setting: string }>`select unnest(setconfig) as setting
    from pg_db_role_setting join pg_roles on pg_roles.oid = setrole where rolname = current_user`.execute(
    db.read,
  );
  const missing = LIMITS.filter((name) => !rows.some(({ setting }) => setting.startsWith(`${name}=`)));
  return missing.length === 0
    ? ok('Limits of time', 'set for the role')
    : warning('Limits of time', 'through the pooler, statements have no limit of time', 'run doctor --fix');
}

/** Sets the limits of the role in this database, for connections that begin later. */
export async function setRoleLimits(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) return;
  await using db = await openToExamine(config);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.read);
  const database = sql.id(rows[0]?.name ?? '');
  await db.write(async (tx) => {
    for (const name of LIMITS)
      await sql`alter role current_user in database ${database} set ${sql.raw(name)} = ${sql.lit(LIMIT)}`.execute(
        tx,
      );
  });
}
