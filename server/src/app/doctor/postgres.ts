import { sql } from 'kysely';
import { type Finding, ok, type Stored, warning } from './check.ts';

/** PostgreSQL 14 gets no fixes after November 2026 (https://www.postgresql.org/support/versioning/). */
const OLDEST_SUPPORTED = 15;

/** Checks the version of PostgreSQL; nothing on SQLite, which comes with Azulejo. */
export async function checkPostgres({ db }: Stored): Promise<Finding[]> {
  if (db.engine !== 'postgres') return [];
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db.read);
  const version = rows[0]?.server_version.split(' ')[0] ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return [ok('PostgreSQL', version)];
  return [
    warning(
      'PostgreSQL',
      `${version} is no longer maintained`,
      `upgrade PostgreSQL to ${OLDEST_SUPPORTED} or newer; the commands backup and restore move the data`,
    ),
  ];
}
