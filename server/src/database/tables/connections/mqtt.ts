import { defineTable, integer, text } from '../../define-table.ts';

export const liveSessionsTables = {
  /**
   * The MQTT sessions of the servers, by a hash of the account and the client id. They count while the row of the server
   * is valid.
   */
  live_sessions: defineTable({
    owner: 'connections/mqtt',
    personalData: 'none',
    columns: {
      id: text(),
      server_id: text(),
      session_id: text(),
      since: integer(),
      /** 1 when a later session of the same client exists. */
      is_taken: integer(),
    },
    key: ['id', 'server_id'],
  }),
};
