import { defineTable, integer, text } from '../../define-table.ts';

export const valuesTables = {
  /** The last value of each property. */
  property_values: defineTable({
    owner: 'telemetry/values',
    deletion: [{ with: 'channel', column: 'channel_id', rows: 'many' }],
    personalData: { of: 'channel', column: 'channel_id' },
    columns: {
      channel_id: text(),
      component_id: text(),
      property_id: text(),
      data_json: text(),
      timestamp: integer(),
      changed: integer().nullable(),
      sender: text().nullable(),
      on_behalf_of: text().nullable(),
      cause: text(),
      revision: integer().withDefault(),
    },
    key: ['channel_id', 'component_id', 'property_id'],
  }),
};
