import type { SettingGroup } from './definition.ts';

export const data = {
  title: 'Data and database',
  settings: {
    DATA_DIR: { default: './data', summary: 'Folder of the database, uploads, keys and certificates.' },
    DATABASE_URL: {
      otherwise: 'SQLite in `DATA_DIR`',
      summary: '`postgres://user:password@host/database` for PostgreSQL.',
    },
    DEMO: {
      otherwise: 'when new and local',
      summary: '`1` creates the demo home, `0` never does.',
    },
  },
} as const satisfies SettingGroup;
