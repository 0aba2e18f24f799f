export {
  ConstraintError,
  type ConstraintKind,
  SchemaTooNewError,
  StorageBusyError,
  StorageClosedError,
  StorageMisuseError,
  WriteTimeoutError,
} from './errors.ts';
export type { ColumnTypes, Migration, MigrationState, Migrations } from './migrations.ts';
export { columnTypes } from './migrations.ts';
export { openStorage, SQLITE_FILE, type StorageOptions } from './open.ts';
export { openPostgres, type PostgresOptions } from './postgres.ts';
export { openSqlite, type SqliteOptions } from './sqlite.ts';
export type {
  BoundStatement,
  EngineName,
  Param,
  Prepared,
  Storage,
  StorageLogger,
  UnitResult,
} from './storage.ts';
