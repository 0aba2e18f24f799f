import type {
  Automation,
  AutomationMissReason,
  AutomationRun,
  AutomationStepRecord,
  SceneIcon,
} from '@azulejo/contract';
import { defineTable, integer, text } from '../define-table.ts';

export const automationTables = {
  /** Values of several devices that a user sets together. */
  scenes: defineTable({
    owner: 'automation/scenes',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      label: text(),
      icon: text<SceneIcon>(),
      show_in_watch: integer(),
      settings_json: text(),
      position: integer(),
      revision: integer(),
      created: integer(),
      updated: integer(),
    },
    key: ['user_id', 'id'],
  }),

  /** When scenes were played, with the names that they had, and through which client. */
  scene_plays: defineTable({
    owner: 'automation/scenes',
    personalData: { of: 'user', column: 'user_id', time: 'at' },
    columns: {
      user_id: text(),
      at: integer(),
      id: text(),
      scene_id: text(),
      label: text(),
      client_id: text(),
    },
    key: ['user_id', 'at', 'id'],
  }),

  /** Automations of users, each with its present definition. */
  automations: defineTable({
    owner: 'automation/definitions',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      label: text(),
      enabled: integer(),
      position: integer(),
      /** Counts the definitions of the automation. */
      version: integer(),
      definition_json: text(),
      origin: text<Automation['origin']>(),
      /** Why the platform switched it off; null if it did not. */
      stopped_json: text().nullable(),
      last_run: integer().nullable(),
      last_outcome: text<AutomationRun['outcome']>().nullable(),
      next_run: integer().nullable(),
      /** The number of changes by people, and of stops. Runs do not count. */
      revision: integer(),
      created: integer(),
      updated: integer(),
    },
    key: ['user_id', 'id'],
  }),

  /** The last definitions of automations, the present one too, and who saved them. */
  automation_versions: defineTable({
    owner: 'automation/definitions',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      automation_id: text(),
      version: integer(),
      definition_json: text(),
      author_id: text().nullable(),
      client_id: text().nullable(),
      created: integer(),
    },
    key: ['user_id', 'automation_id', 'version'],
  }),

  /** The state of a home's automations, and their cursor in the home's log. */
  automation_homes: defineTable({
    owner: 'automation/engine',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      cursor: integer(),
      state_json: text(),
      /** When the next timer is due; null without timers. */
      due: integer().nullable(),
      /** The revision of the home that its automations know; null before this column existed. */
      revision: integer().nullable(),
      updated: integer(),
    },
    key: ['user_id'],
  }),

  /** Runs of automations. Two that began at the same time are in the order of `place`. */
  automation_runs: defineTable({
    owner: 'automation/engine',
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
  automation_misses: defineTable({
    owner: 'automation/engine',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      automation_id: text(),
      reason: text<AutomationMissReason>(),
      at: integer(),
      place: integer(),
      miss_json: text(),
    },
    key: ['user_id', 'automation_id', 'reason', 'at', 'place'],
  }),

  /** How many there were in each hour; `hour` is when it begins. */
  automation_miss_hours: defineTable({
    owner: 'automation/engine',
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
      created: integer(),
    },
    key: ['user_id', 'id'],
  }),

  /** The addresses by which automations are called, as hashes of their keys. */
  automation_hooks: defineTable({
    owner: 'automation/engine',
    personalData: { of: 'user', column: 'user_id', hidden: ['hash'] },
    columns: { user_id: text(), automation_id: text(), hash: text(), created: integer() },
    key: ['user_id', 'automation_id'],
  }),
};
