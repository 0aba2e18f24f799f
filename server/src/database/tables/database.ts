import { defineTable, integer, text } from '../define-table.ts';

export const databaseTables = {
  settings: defineTable({
    owner: 'database',
    personalData: 'none',
    columns: {
      name: text(),
      value: text(),
    },
    key: ['name'],
  }),

  /** The server that uses a PostgreSQL database (`database/server-lease.ts`); empty on SQLite. */
  server_leases: defineTable({
    owner: 'database',
    personalData: 'none',
    columns: {
      name: text(),
      instance: text(),
      holder: text(),
      host: text(),
      started: integer(),
      expires: integer(),
    },
    key: ['name'],
  }),
};
