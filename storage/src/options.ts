import type { Due, Migrations } from './migrations.ts';
import type { BoundStatement, StorageLogger } from './storage.ts';

export type EngineOptions = Due & {
  migrations: Migrations;
  logger?: StorageLogger;
  /** Leaves the database as it is, even an empty one, and does not wait while another process maintains it. */
  skipMigrations?: boolean;
  /** How long a `write` may stay open, ms. Default 1000. */
  writeLimitMs?: number;
  /** How long a scan may take, ms. Default 5000. PostgreSQL uses its `statement_timeout` instead. */
  scanBudgetMs?: number;
  /** Called when a write is requested; the function that it returns is called when the write has ended. */
  observeWrite?: ObserveWrite;
  /** Sets the timer of `writeLimitMs`. Default: `setTimeout`. */
  setTimer?: SetTimer;
  /** Sets the timer of `scanBudgetMs`, which counts the time of another thread. Default: `setTimeout`. */
  setScanTimer?: SetTimer;
};

export type ObserveWrite = () => () => void;

/**
 * Admits a new connection of the pool before anything else uses it, by statements that `run` runs on it. Refuses
 * it by throwing.
 */
export type AdmitConnection = (run: RunStatement) => Promise<void>;

type RunStatement = (statement: ScanStatement) => Promise<{ rows: unknown[] }>;

/** Calls `run` once, after `ms`. Disposing of the timer cancels it. */
export type SetTimer = (ms: number, run: () => void) => Disposable;

export const setSystemTimer: SetTimer = (ms, run) => setTimeout(run, ms);

export const WRITE_LIMIT_MS = 1_000;
export const SCAN_BUDGET_MS = 5_000;

/** A select that may read many rows. With a name it is prepared once for each connection. */
export type ScanStatement = Pick<BoundStatement, 'sql' | 'parameters'> & { readonly name?: string };
