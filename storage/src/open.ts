import { join } from 'node:path';
import type { AdmitConnection, EngineOptions } from './options.ts';
import { makePrivateFolder } from './private-folder.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage } from './storage.ts';

export type StorageOptions = EngineOptions & {
  /** A `postgres://…` URL. Without it, the storage is an SQLite file in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Leads to PostgreSQL itself where `databaseUrl` leads to a pooler; used for migrations and backups. */
  databaseDirectUrl?: string | undefined;
  /** Leads to a replica for scans, which is read while it is at most five seconds behind. */
  databaseReadUrl?: string | undefined;
  dataDir: string;
  maxConnections?: number;
  queryTimeoutMs?: number;
  /** PostgreSQL only. */
  admit?: AdmitConnection;
};

export const SQLITE_FILE = 'azulejo.sqlite';

/**
 * Opens the storage with the engine that the options select. Throws when `databaseUrl` is not a PostgreSQL
 * URL; the message never contains the URL.
 */
export async function openStorage<DB>(options: StorageOptions): Promise<Storage<DB>> {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseReadUrl: readUrl, dataDir, ...rest } = options;
  if (databaseUrl) {
    if (!/^postgres(ql)?:\/\//i.test(databaseUrl)) {
      throw new Error('DATABASE_URL must begin with postgres:// (leave it out for SQLite in DATA_DIR)');
    }
    // Its driver takes memory that a server on SQLite does not need.
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres<DB>({ ...rest, url: databaseUrl, directUrl, readUrl });
  }
  makePrivateFolder(dataDir);
  return openSqlite<DB>({ ...rest, file: join(dataDir, SQLITE_FILE) });
}
