import { defineTable, integer, real, text } from '../../define-table.ts';

export const historyTables = {
  /** A number for each property that ever had a value. It is the key of the history. */
  series: defineTable({
    owner: 'telemetry/history',
    deletion: [{ with: 'channel', column: 'channel_id', rows: 'earlier' }],
    personalData: { of: 'channel', column: 'channel_id' },
    columns: {
      id: integer().withDefault(),
      channel_id: text(),
      component_id: text(),
      property_id: text(),
    },
    key: ['id'],
  }),

  /**
   * Numbers are stored in `number`, other values in `data_json`. A null cause means a report of the channel
   * itself.
   */
  history: defineTable({
    owner: 'telemetry/history',
    deletion: [{ with: 'series', column: 'series_id', rows: 'unbounded' }],
    personalData: { of: 'series', column: 'series_id', time: 'time' },
    columns: {
      series_id: integer(),
      time: integer(),
      /** Distinguishes values of the same millisecond, in the order of their arrival. */
      n: integer(),
      number: real().nullable(),
      data_json: text().nullable(),
      sender: text().nullable(),
      on_behalf_of: text().nullable(),
      cause: text().nullable(),
    },
    key: ['series_id', 'time', 'n'],
    partition: { weekOf: 'time' },
  }),

  /** Statistics of the numbers in the hour that begins at `hour`. They stay when the values are pruned. */
  history_hours: defineTable({
    owner: 'telemetry/history',
    deletion: [{ with: 'series', column: 'series_id', rows: 'unbounded' }],
    personalData: { of: 'series', column: 'series_id', time: 'hour' },
    columns: {
      series_id: integer(),
      hour: integer(),
      count: integer(),
      minimum: real(),
      maximum: real(),
      sum: real(),
    },
    key: ['series_id', 'hour'],
  }),

  /** Statistics of the values in one hour that are not numbers. They are pruned with the values. */
  history_non_numeric_hours: defineTable({
    owner: 'telemetry/history',
    deletion: [{ with: 'series', column: 'series_id', rows: 'unbounded' }],
    personalData: { of: 'series', column: 'series_id', time: 'hour' },
    columns: {
      series_id: integer(),
      hour: integer(),
      count: integer(),
      /** The time of the last value. */
      last: integer(),
    },
    key: ['series_id', 'hour'],
  }),
};
