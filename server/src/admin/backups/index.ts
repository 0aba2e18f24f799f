export { type BackupReport, backUpToFile, backUpToStream } from './archive/back-up.ts';
export type { BackupSource } from './archive/collect.ts';
export { createKeyPair, type Encryption, type Key, type KeyKind } from './archive/encryption.ts';
export type { Progress } from './archive/progress.ts';
export { restore } from './archive/restore.ts';
export { readBackupRecords, recordBackup } from './backup-records.ts';
export { backupsFeature } from './feature.ts';
export { readEncryption, readIdentities } from './read-encryption.ts';
