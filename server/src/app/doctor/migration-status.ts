import type { MigrationState } from '@azulejo/storage';
import type { Config } from '../../config/config.ts';
import { migrations } from '../../database/index.ts';
import { hasDatabase, openToExamine } from '../../database/open.ts';

/**
 * Reads the status without changing anything, and without creating a database. Throws when it cannot be
 * reached.
 */
export async function migrationStatus(place: Config): Promise<MigrationState> {
  if (!hasDatabase(place)) return { applied: [], pending: Object.keys(migrations).sort(), contracting: [] };
  await using storage = await openToExamine(place);
  return await storage.migrationState();
}
