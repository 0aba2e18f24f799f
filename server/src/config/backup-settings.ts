import { relative, resolve } from 'node:path';
import { file, list, number, type Read, SettingError, seconds } from './settings.ts';

const RECIPIENT = /^age1[02-9ac-hj-np-z]{20,}$/;
const DAY_SECONDS = 24 * 3600;

/** When the server backs itself up, and how backups are encrypted. */
export type BackupSettings = {
  /** Undefined when the server makes no scheduled backups. */
  readonly schedule: BackupSchedule | undefined;
  /** Public keys (`age1…`) whose secret keys can open a backup. */
  readonly recipients: readonly string[];
  /** The file with the passphrase that backups are encrypted with. */
  readonly passphraseFile: string | undefined;
};

export type BackupSchedule = {
  readonly everySeconds: number;
  readonly folder: string;
  /** How many backups are kept. */
  readonly keep: number;
};

export function readBackups(read: Read, dataDir: string): BackupSettings {
  const recipients = list(read, 'BACKUP_RECIPIENT');
  // The text is not repeated, because it may be the secret key.
  if (!recipients.every((recipient) => RECIPIENT.test(recipient)))
    throw new SettingError(
      'BACKUP_RECIPIENT',
      'must be public keys that begin with age1, as backup-key prints',
    );
  const passphraseFile = file(read, 'BACKUP_PASSPHRASE_FILE');
  if (passphraseFile && recipients.length > 0) {
    throw new SettingError('BACKUP_PASSPHRASE_FILE', 'is set together with BACKUP_RECIPIENT; choose one');
  }
  return { schedule: readSchedule(read, dataDir), recipients, passphraseFile };
}

function readSchedule(read: Read, dataDir: string): BackupSchedule | undefined {
  const keep = number(read, 'BACKUP_KEEP', { min: 1, max: 1_000 });
  const given = read('BACKUP_DIR');
  if (read('BACKUP_EVERY') === 'off') return undefined;
  const everySeconds = seconds(read, 'BACKUP_EVERY', { min: 3600, max: 365 * DAY_SECONDS });
  if (given === undefined) throw new SettingError('BACKUP_DIR', 'is missing, although BACKUP_EVERY is set');
  const folder = resolve(given);
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new SettingError('BACKUP_DIR', 'is inside DATA_DIR, with which the backups would be lost');
  }
  return { everySeconds, folder, keep };
}
