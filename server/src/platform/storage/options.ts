import type { Migrations } from './migrations.ts';
import type { BoundStatement, StorageLogger } from './storage.ts';

export type EngineOptions = {
  migrations: Migrations;
  logger?: StorageLogger | undefined;
  /** Apply migrations up to and with this one only, as restoring an older backup needs; '' applies none. Default: all. */
  migrateTo?: string | undefined;
  /** How long a `write` may be open, ms. Default 1000. */
  writeLimitMs?: number | undefined;
  /** How long a scan may take, ms; PostgreSQL has its `statement_timeout` instead. Default 5000. */
  scanBudgetMs?: number | undefined;
};

export const WRITE_LIMIT_MS = 1_000;
export const SCAN_BUDGET_MS = 5_000;

/** A select that may walk many rows; with a name it is prepared once for each connection. */
export type ScanStatement = Pick<BoundStatement, 'sql' | 'parameters'> & { readonly name?: string };
