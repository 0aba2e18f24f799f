import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { migrations } from '../../database/index.ts';
import { type MigrationState, openStorage, SQLITE_FILE } from '../../platform/storage/index.ts';

export const hasSqliteFile = (dataDir: string): boolean => existsSync(join(dataDir, SQLITE_FILE));

/**
 * Reads the status without changing anything, and without creating a database. Throws when it cannot be
 * reached.
 */
export async function migrationStatus({ databaseUrl, dataDir }: Config): Promise<MigrationState> {
  if (!databaseUrl && !hasSqliteFile(dataDir)) {
    return { applied: [], pending: Object.keys(migrations).sort() };
  }
  await using storage = await openStorage({ databaseUrl, dataDir, migrations, migrateTo: '' });
  return await storage.migrationState();
}
