import type { SettingGroup } from './definition.ts';

export const data = {
  title: 'Data and database',
  settings: {
    DATA_DIR: { default: './data', summary: 'Folder of the database, uploads, keys and certificates.' },
    DATABASE_URL: {
      otherwise: 'SQLite in `DATA_DIR`',
      summary: '`postgres://user:password@host/database` for PostgreSQL.',
    },
    DATABASE_DIRECT_URL: {
      otherwise: '`DATABASE_URL`',
      summary:
        'PostgreSQL itself, when `DATABASE_URL` leads to a pooler that shares connections (PgBouncer 1.21 or later in transaction mode, with `max_prepared_statements`). Migrations, backups, leases and messages between servers use it.',
    },
    DATABASE_READ_URL: {
      otherwise: '`DATABASE_URL`',
      summary:
        'A streaming replica, which history, exports and long lists are read from while it is at most five seconds behind.',
    },
    KEYS_DIR: {
      otherwise: '`DATA_DIR/keys`',
      summary:
        'Folder of the keys that seal secrets and sign messages to browsers. Several servers use the same keys, for instance from a mounted secret.',
    },
    FILES_URL: {
      otherwise: 'the folder `uploads` in `DATA_DIR`',
      summary:
        'Where uploaded pictures are stored: `file:///shared/uploads`, or `s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-west-1`. Pictures in a bucket are not part of backups.',
    },
    AWS_ACCESS_KEY_ID: { summary: 'Name of the key for the bucket of `FILES_URL`.' },
    AWS_SECRET_ACCESS_KEY: { summary: 'Its secret.' },
    AWS_SESSION_TOKEN: { summary: 'Its session token, for keys that expire.' },
    BUS_URL: {
      otherwise: 'PostgreSQL',
      summary:
        'What carries messages between several servers: `nats://user:password@host`, with commas between several; `tls://` for NATS over TLS.',
    },
    NATS_CREDS_FILE: { summary: 'File with the account of NATS (`.creds`), instead of one in `BUS_URL`.' },
    NATS_CA_FILE: {
      otherwise: 'the authorities that Node trusts',
      summary: 'Certificates of the authority of NATS (PEM), for `tls://` in `BUS_URL`.',
    },
    DATABASE_PATIENCE: {
      default: '60',
      summary:
        'After how many seconds without PostgreSQL a server ends the connections of its clients, which then may find another one.',
    },
    DRAIN_SECONDS: {
      default: '30',
      summary:
        'How many seconds a server takes after SIGTERM to hand its clients over to others on its database. One that is alone stops at once.',
    },
    DEMO: {
      otherwise: 'when new and local',
      summary: '`1` creates the demo home, `0` never does.',
    },
  },
} as const satisfies SettingGroup;
