import { defineTable, integer, text } from '../../define-table.ts';

export const alarmsTables = {
  /** Alarms of devices, from the value that raised each to the one that ended it. */
  alarms: defineTable({
    owner: 'telemetry/alarms',
    deletion: [{ with: 'channel', column: 'channel_id', rows: 'unbounded', along: ['started', 'id'] }],
    personalData: { of: 'channel', column: 'channel_id', time: 'started' },
    columns: {
      id: text(),
      channel_id: text(),
      component_id: text(),
      property_id: text(),
      kind: text<'smoke' | 'carbon-monoxide' | 'gas' | 'leak' | 'siren'>(),
      started: integer(),
      /** Null while it is active. */
      ended: integer().nullable(),
      seen_at: integer().nullable(),
      /** The user who was the first to acknowledge it. */
      seen_by: text().nullable(),
    },
    key: ['id'],
  }),
};
