import type { Transaction } from '../../database/index.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';

type Reader = Pick<Transaction, 'selectFrom'>;

/** The last backup of this database that was completed, at `at` in ms. */
export type BackupRecord = { readonly at: number; readonly bytes: number; readonly isEncrypted: boolean };

/** The last scheduled backup that failed. */
export type BackupFailure = { readonly at: number; readonly reason: string };

const LAST = 'last_backup';
const FAILED = 'last_failed_backup';
const MAX_REASON_LENGTH = 500;

export const recordBackup = (tx: Transaction, record: BackupRecord): Promise<void> =>
  writeSetting(tx, LAST, JSON.stringify(record));

export const recordBackupFailure = (tx: Transaction, { at, reason }: BackupFailure): Promise<void> =>
  writeSetting(tx, FAILED, JSON.stringify({ at, reason: reason.slice(0, MAX_REASON_LENGTH) }));

export async function readBackupRecords(
  reader: Reader,
): Promise<{ last: BackupRecord | undefined; failed: BackupFailure | undefined }> {
  const [last, failed] = [await readSetting(reader, LAST), await readSetting(reader, FAILED)];
  return {
    last: last === undefined ? undefined : (JSON.parse(last) as BackupRecord),
    failed: failed === undefined ? undefined : (JSON.parse(failed) as BackupFailure),
  };
}
