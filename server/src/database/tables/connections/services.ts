import { defineTable, integer, text } from '../../define-table.ts';

export const servicesTables = {
  /** A service or bundle that an operator offers in addition to devices. */
  services: defineTable({
    owner: 'connections/services',
    personalData: 'none',
    columns: {
      id: text(),
      kind: text<'service' | 'bundle'>(),
      definition_json: text(),
      created: integer(),
      updated: integer(),
      /** The application that activates it; null while only the operator's page does. */
      application_id: text().nullable(),
      /** Where that application says on which page. */
      activation_uri: text().nullable(),
    },
    key: ['id'],
  }),

  service_subscriptions: defineTable({
    owner: 'connections/services',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      service_id: text(),
      created: integer(),
    },
    key: ['user_id', 'service_id'],
  }),
};
