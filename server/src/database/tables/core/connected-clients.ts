import { defineTable, integer, text } from '../../define-table.ts';

export const connectedClientsTables = {
  /** The clients that are connected to a server. Rows of a server that does not run any more do not count. */
  connected_clients: defineTable({
    owner: 'core/connected-clients',
    deletion: [{ with: 'client', column: 'client_id', rows: 'few' }],
    personalData: 'none',
    columns: {
      client_id: text(),
      server_id: text(),
      since: integer(),
    },
    key: ['client_id', 'server_id'],
  }),
};
