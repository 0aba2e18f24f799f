import { defineTable, integer, text } from '../../define-table.ts';

type CommandState = 'open' | 'done' | 'answered' | 'unanswered' | 'refused' | 'superseded';

export const commandsTables = {
  /** A write that the channel's owner must reply to. At most one per property is open. */
  commands: defineTable({
    owner: 'telemetry/commands',
    deletion: [{ with: 'channel', column: 'channel_id', rows: 'many' }],
    personalData: { of: 'channel', column: 'channel_id', time: 'created', hidden: ['part'] },
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
      /** The part of its channel, whose server settles it when the server that opened it does not. */
      part: integer(),
      /** The server that received it. */
      origin: text().nullable(),
      /** The MQTT session that requested it; null for a request over HTTP, and for one of a run. */
      requester_session: text().nullable(),
    },
    key: ['id'],
  }),
};
