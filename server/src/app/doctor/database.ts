import type { Config } from '../../config/config.ts';
import { installation } from '../../config/installation.ts';
import { contractingText } from '../../platform/text.ts';
import { broken, type Finding, ok, warning } from './check.ts';
import { explain } from './failure.ts';
import { migrationStatus } from './migration-status.ts';

const CHECK = 'Database';

export async function checkDatabase(config: Config): Promise<Finding> {
  const name = config.databaseUrl ? nameOf(config.databaseUrl) : 'SQLite in the data directory';
  try {
    const { applied, pending, contracting } = await migrationStatus(config);
    if (applied.length === 0) return ok(CHECK, `${name}: empty; the first start creates the tables`);
    if (pending.length === 0) return ok(CHECK, `${name}: at ${applied.at(-1)?.name}`);
    if (config.databaseUrl && pending.length === contracting.length)
      return ok(CHECK, `${name}: at ${applied.at(-1)?.name}; ${contractingText(contracting)}`);
    return warning(
      CHECK,
      `${name}: ${pending.length} migrations are pending`,
      `${installation.commandLine} backup FILE, then start the server`,
    );
  } catch (error) {
    const todo = config.databaseUrl
      ? 'check that PostgreSQL runs, and user, password and name in DATABASE_URL'
      : `restore the last backup, with ${installation.commandLine} restore FILE --replace`;
    return broken(CHECK, `${name}: ${explain(error).message}`, todo);
  }
}

/** Returns a name for the database, never with the password. */
function nameOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${hostname}:${port || 5432}${pathname}`;
}
