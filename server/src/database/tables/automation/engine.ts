import type { AutomationMissReason, AutomationRun, AutomationStepRecord } from '@azulejo/contract';
import { defineTable, integer, text } from '../../define-table.ts';

export const engineTables = {
  /** The state of a home's automations, and their cursor in the home's log. */
  automation_homes: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['part'] },
    columns: {
      user_id: text(),
      cursor: integer(),
      state_json: text(),
      /** When the next timer is due; null without timers. */
      due: integer().nullable(),
      /** The revision of the home that its automations know; null before this column existed. */
      revision: integer().nullable(),
      updated: integer(),
      /** The part of the user, whose server runs its automations. */
      part: integer(),
    },
    key: ['user_id'],
  }),

  /** Runs of automations. Two that began at the same time are in the order of `place`. */
  automation_runs: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      automation_id: text(),
      id: text(),
      version: integer(),
      began: integer(),
      place: integer(),
      ended: integer().nullable(),
      outcome: text<AutomationRun['outcome']>(),
      start_json: text(),
      conditions_json: text(),
      chain_json: text(),
    },
    key: ['user_id', 'automation_id', 'id'],
  }),

  /** Steps of runs. One that sets a group has a row for each property, with the write's name as `target`. */
  automation_steps: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      automation_id: text(),
      run_id: text(),
      step: text(),
      target: text(),
      at: integer(),
      place: integer(),
      kind: text<AutomationStepRecord['kind']>(),
      detail_json: text(),
      outcome: text<AutomationStepRecord['outcome']>(),
      reason: text().nullable(),
      ended: integer().nullable(),
    },
    key: ['user_id', 'automation_id', 'run_id', 'step', 'target'],
  }),

  /** The last triggers of each automation and reason that did not start a run. */
  automation_skipped_runs: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      automation_id: text(),
      reason: text<AutomationMissReason>(),
      at: integer(),
      place: integer(),
      skipped_json: text(),
    },
    key: ['user_id', 'automation_id', 'reason', 'at', 'place'],
  }),

  /** How many there were in each hour; `hour` is when it begins. */
  automation_skipped_hours: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      automation_id: text(),
      reason: text<AutomationMissReason>(),
      hour: integer(),
      count: integer(),
    },
    key: ['user_id', 'automation_id', 'reason', 'hour'],
  }),

  /** Notifications and calls of web addresses that steps decided and that are not yet sent. */
  automation_messages: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      automation_id: text(),
      run_id: text(),
      step: text(),
      kind: text<'notify' | 'webhook' | 'stop' | 'gone'>(),
      body_json: text(),
      attempts: integer(),
      due: integer(),
      /** Until when only the server that claimed it sends it. */
      claimed_until: integer().withDefault(),
      created: integer(),
    },
    key: ['user_id', 'id'],
  }),

  /** The addresses by which automations are called, as hashes of their keys. */
  automation_hooks: defineTable({
    owner: 'automation/engine',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['hash'] },
    columns: { user_id: text(), automation_id: text(), hash: text(), created: integer() },
    key: ['user_id', 'automation_id'],
  }),
};
