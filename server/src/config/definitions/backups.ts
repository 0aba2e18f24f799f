import type { SettingGroup } from './definition.ts';

export const backups = {
  title: 'Backups',
  settings: {
    BACKUP_EVERY: {
      default: 'off',
      summary:
        'How often the server backs itself up to `BACKUP_DIR`, such as `1d` or `6h`; at least `1h`. One that was missed while the server was stopped is made after the start.',
    },
    BACKUP_DIR: {
      summary: 'Folder of these backups, outside of `DATA_DIR` and best on another disk.',
    },
    BACKUP_KEEP: {
      default: '7',
      summary: 'How many of these backups are kept. Other files in the folder are never deleted.',
    },
    BACKUP_RECIPIENT: {
      summary:
        'Public keys (`age1…`, separated by commas) for which all backups are encrypted; `azulejo backup-key` makes one.',
    },
    BACKUP_PASSPHRASE_FILE: {
      summary: 'File with a passphrase in its first line that encrypts all backups, instead of keys.',
    },
  },
} as const satisfies SettingGroup;
