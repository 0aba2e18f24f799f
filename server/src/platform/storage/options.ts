import type { Migrations } from './migrations.ts';
import type { StorageLogger } from './storage.ts';

export type EngineOptions = {
  migrations: Migrations;
  logger?: StorageLogger | undefined;
  /** Apply migrations up to and with this one only, as restoring an older backup needs; '' applies none. Default: all. */
  migrateTo?: string | undefined;
  /** How long a `write` may be open, ms. Default 1000. */
  writeLimitMs?: number | undefined;
};

export const WRITE_LIMIT_MS = 1_000;
