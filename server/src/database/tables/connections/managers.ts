import { defineTable, integer, text } from '../../define-table.ts';

export const managersTables = {
  /** The addresses that the platform calls when people add devices of a manager. */
  manager_webhooks: defineTable({
    owner: 'connections/managers',
    deletion: [{ with: 'client', column: 'manager_id', rows: 'few' }],
    personalData: 'none',
    columns: {
      manager_id: text(),
      authorize_url: text().nullable(),
      receive_token_url: text().nullable(),
      devices_list_url: text().nullable(),
      select_device_url: text().nullable(),
      updated: integer(),
    },
    key: ['manager_id'],
  }),

  /** Managers and devices that should be connected over MQTT, and what was reported for them while they were gone. */
  client_connections: defineTable({
    owner: 'connections/managers',
    deletion: [{ with: 'client', column: 'client_id', rows: 'few' }],
    personalData: 'none',
    columns: {
      client_id: text(),
      /** When it disconnected; null while it is connected or may be about to reconnect. */
      gone_since: integer().nullable(),
      /** When the last of its channels was marked; null before all of them are. */
      reported_until: integer().nullable(),
    },
    key: ['client_id'],
  }),

  /** Settings of an application by its application manager. */
  application_webhooks: defineTable({
    owner: 'connections/managers',
    deletion: [{ with: 'client', column: 'application_id', rows: 'few' }],
    personalData: 'none',
    columns: {
      application_id: text(),
      quote_actions_json: text(),
      updated: integer(),
    },
    key: ['application_id'],
  }),
};
