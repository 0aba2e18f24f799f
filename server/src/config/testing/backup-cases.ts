import { join, resolve } from 'node:path';
import { type Case, DAY, file, folder } from './setting-kinds.ts';

const RECIPIENT = 'age152gtcrkrpz6y5rtfqffmj0aeetp5y437gqsqcrdhhax3enws8chqjz0f90';

export const backupCases: Record<string, Case> = {
  BACKUP_EVERY: {
    of: (config) => config.backups.schedule?.everySeconds,
    default: undefined,
    good: { off: undefined, '1d': DAY, '1h': 3600 },
    bad: ['59m', 'daily', '0', '-1d', '366d'],
    others: { BACKUP_DIR: folder },
  },
  BACKUP_DIR: {
    of: (config) => config.backups.schedule?.folder,
    default: undefined,
    good: { [folder]: folder, [join(folder, 'new')]: join(folder, 'new'), './x': resolve('x') },
    bad: ['data', './data/backups'],
    others: { BACKUP_EVERY: '1d' },
  },
  BACKUP_KEEP: {
    of: (config) => config.backups.schedule?.keep,
    default: undefined,
    good: { '1': 1, '1000': 1000 },
    bad: ['0', '-1', '1001', 'all'],
    others: { BACKUP_EVERY: '1d', BACKUP_DIR: folder },
  },
  BACKUP_RECIPIENT: {
    of: (config) => config.backups.recipients,
    default: [],
    good: { [RECIPIENT]: [RECIPIENT], [`${RECIPIENT}, ${RECIPIENT}`]: [RECIPIENT, RECIPIENT] },
    bad: ['ana', 'AGE-SECRET-KEY-1QQQ', 'age1', `${RECIPIENT} ${RECIPIENT}`],
  },
  BACKUP_PASSPHRASE_FILE: {
    of: (config) => config.backups.passphraseFile,
    default: undefined,
    good: { [file]: file },
    bad: [join(folder, 'none'), folder],
  },
};
