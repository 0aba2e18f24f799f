import { defineTable, integer, text } from '../../define-table.ts';

type CommandState = 'open' | 'done' | 'answered' | 'unanswered' | 'refused' | 'superseded';

export const eventsTables = {
  /** The number of each user's last event. Numbers start at 1 without gaps, so a missing number was pruned. */
  event_counters: defineTable({
    owner: 'telemetry/events',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
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
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
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
    partition: { hashOf: 'user_id', parts: 16 },
  }),
};
