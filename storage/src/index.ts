export { backupTo } from './backup.ts';
export {
  BackupError,
  type BackupHeader,
  type BackupOptions,
  type BackupProgress,
  type BackupSummary,
} from './backup-format.ts';
export { readBackupHeader } from './backup-source.ts';
export { type ColumnTypes, columnTypes } from './column-types.ts';
export { contractTables, refuseContracted } from './contract.ts';
export type { TableShape } from './create-tables.ts';
export { DataDirLockedError, lockDataDir } from './data-dir-lock.ts';
export type { EngineName } from './engine.ts';
export {
  ConstraintError,
  type ConstraintKind,
  SchemaTooNewError,
  SchemaTooOldError,
  SharedConnectionError,
  StorageBusyError,
  StorageClosedError,
  StorageMisuseError,
  StorageUnavailableError,
  WriteTimeoutError,
} from './errors.ts';
export { exportTo } from './export.ts';
export { withWriteLimit } from './guard.ts';
export { jsonRows } from './json-rows.ts';
export type { Migration, MigrationState, Migrations } from './migrations.ts';
export { openStorage, SQLITE_FILE, type StorageOptions } from './open.ts';
export type { AdmitConnection } from './options.ts';
export type { Partition } from './partitions.ts';
export { makePrivateFolder } from './private-folder.ts';
export { restoreBackup, restoreFrom } from './restore.ts';
export { openSqlite, type SqliteOptions } from './sqlite.ts';
export type { BoundStatement, Param, Prepared, Storage, StorageLogger, UnitResult } from './storage.ts';
export { createWeeklyPartitions, type WeeklyPartitions } from './weekly-partitions.ts';
