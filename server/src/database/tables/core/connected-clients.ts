import { defineTable, text } from '../../define-table.ts';

export const connectedClientsTables = {
  /** The clients that are connected to a server. They count while the row of the server is valid. */
  connected_clients: defineTable({
    owner: 'core/connected-clients',
    deletion: [{ with: 'client', column: 'client_id', rows: 'few' }],
    personalData: 'none',
    columns: {
      client_id: text(),
      server_id: text(),
    },
    key: ['client_id', 'server_id'],
  }),
};
