import { defineTable, integer, text } from '../../define-table.ts';

export const devicesTables = {
  /** The data of a device, in addition to the credentials of its client. */
  devices: defineTable({
    owner: 'connections/devices',
    deletion: [{ with: 'client', column: 'client_id', rows: 'few' }],
    personalData: 'none',
    columns: {
      client_id: text(),
      /** The application that manages the device; null while only operators do. */
      application_id: text().nullable(),
      /** Whether a new connection replaces the previous one: 0 or 1. */
      single_connection: integer().withDefault(),
      /** The code with which a person makes the device theirs, until it is used. */
      claim_hash: text().nullable(),
      /** When the code stops working; null means never. */
      claim_expires: integer().nullable(),
      /** When a person used the last code; null if none did. */
      claimed: integer().nullable(),
      created: integer(),
    },
    key: ['client_id'],
  }),
};
