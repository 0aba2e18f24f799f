import { defineTable, integer, real, text } from '../define-table.ts';

type CommandState = 'open' | 'done' | 'answered' | 'unanswered' | 'refused' | 'superseded';

export const telemetryTables = {
  /** The last value of each property. */
  property_values: defineTable({
    owner: 'telemetry/values',
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

  /** A number for each property that ever had a value. It is the key of the history. */
  series: defineTable({
    owner: 'telemetry/history',
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
  }),

  /** Statistics of the numbers in the hour that begins at `hour`. They stay when the values are pruned. */
  history_hours: defineTable({
    owner: 'telemetry/history',
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
  history_other_hours: defineTable({
    owner: 'telemetry/history',
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

  /** Alarms of devices, from the value that raised each to the one that ended it. */
  alarms: defineTable({
    owner: 'telemetry/alarms',
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

  /** A write that the channel's owner must reply to. At most one per property is open. */
  commands: defineTable({
    owner: 'telemetry/commands',
    personalData: { of: 'channel', column: 'channel_id', time: 'created' },
    columns: {
      id: text(),
      channel_id: text(),
      component_id: text(),
      property_id: text(),
      data_json: text(),
      state: text<CommandState>(),
      sender: text().nullable(),
      on_behalf_of: text().nullable(),
      created: integer(),
      deadline: integer(),
      settled: integer().nullable(),
      answer_json: text().nullable(),
      reason: text().nullable(),
      /** The run with which the chain of causes began; null for a request of a person or a client. */
      root_id: text().nullable(),
      /** Number of automation runs that caused it; null for none. */
      depth: integer().nullable(),
    },
    key: ['id'],
  }),

  /** The number of each user's last event. Numbers start at 1 without gaps, so a missing number was pruned. */
  event_counters: defineTable({
    owner: 'telemetry/events',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      last: integer(),
    },
    key: ['user_id'],
  }),

  /** The events of a user's home, in the order in which clients receive them. */
  user_events: defineTable({
    owner: 'telemetry/events',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      n: integer(),
      at: integer(),
      /**
       * All but the first two are only for automations. Those after the third belong to no property, and their ids are
       * ''.
       */
      type: text<
        'value' | 'command' | 'write' | 'play' | 'scene' | 'webhook' | 'home' | 'downtime' | 'clock'
      >(),
      channel_id: text(),
      component_id: text(),
      property_id: text(),
      io: text().nullable(),
      data_json: text().nullable(),
      /** How a command ended; null for a value that no command asked for. */
      state: text<CommandState>().nullable(),
      sender: text().nullable(),
      on_behalf_of: text().nullable(),
      cause: text().nullable(),
      /** The chain of the command that it ends. */
      root_id: text().nullable(),
      depth: integer().nullable(),
    },
    key: ['user_id', 'n'],
  }),
};
