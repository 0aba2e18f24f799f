import type { MigrationState } from '@azulejo/storage';
import type { Config } from '../../config/config.ts';
import { migrations } from '../../database/index.ts';
import { hasSqliteFile, openToExamine } from '../../database/open.ts';

/**
 * Reads the status without changing anything, and without creating a database. Throws when it cannot be
 * reached.
 */
export async function migrationStatus({ databaseUrl, dataDir }: Config): Promise<MigrationState> {
  if (!databaseUrl && !hasSqliteFile(dataDir)) {
    return { applied: [], pending: Object.keys(migrations).sort() };
  }
  await using storage = await openToExamine({ databaseUrl, dataDir });
  return await storage.migrationState();
}
