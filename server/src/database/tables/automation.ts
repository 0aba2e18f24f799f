import type { Agent, AgentMissReason, AgentRun, AgentStepRecord, SceneIcon } from '@azulejo/contract';
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
  agents: defineTable({
    owner: 'automation/agents',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      label: text(),
      enabled: integer(),
      position: integer(),
      /** Counts the definitions of the agent. */
      version: integer(),
      definition_json: text(),
      origin: text<Agent['origin']>(),
      /** Why the platform switched it off; null if it did not. */
      stopped_json: text().nullable(),
      last_run: integer().nullable(),
      last_outcome: text<AgentRun['outcome']>().nullable(),
      next_run: integer().nullable(),
      /** The number of changes by people, and of stops. Runs do not count. */
      revision: integer(),
      created: integer(),
      updated: integer(),
    },
    key: ['user_id', 'id'],
  }),

  /** The last definitions of agents, the present one too, and who saved them. */
  agent_versions: defineTable({
    owner: 'automation/agents',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      agent_id: text(),
      version: integer(),
      definition_json: text(),
      author_id: text().nullable(),
      client_id: text().nullable(),
      created: integer(),
    },
    key: ['user_id', 'agent_id', 'version'],
  }),

  /** The state of a home's agents, and their cursor in the home's log. */
  agent_homes: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      cursor: integer(),
      state_json: text(),
      /** When the next timer is due; null without timers. */
      due: integer().nullable(),
      /** The revision of the home that its agents know; null before this column existed. */
      revision: integer().nullable(),
      updated: integer(),
    },
    key: ['user_id'],
  }),

  /** Runs of agents. Two that began at the same time are in the order of `place`. */
  agent_runs: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      agent_id: text(),
      id: text(),
      version: integer(),
      began: integer(),
      place: integer(),
      ended: integer().nullable(),
      outcome: text<AgentRun['outcome']>(),
      start_json: text(),
      conditions_json: text(),
      chain_json: text(),
    },
    key: ['user_id', 'agent_id', 'id'],
  }),

  /** Steps of runs. One that sets a group has a row for each property, with the write's name as `target`. */
  agent_steps: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      agent_id: text(),
      run_id: text(),
      step: text(),
      target: text(),
      at: integer(),
      place: integer(),
      kind: text<AgentStepRecord['kind']>(),
      detail_json: text(),
      outcome: text<AgentStepRecord['outcome']>(),
      reason: text().nullable(),
      ended: integer().nullable(),
    },
    key: ['user_id', 'agent_id', 'run_id', 'step', 'target'],
  }),

  /** The last triggers of each agent and reason that did not start a run. */
  agent_misses: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      agent_id: text(),
      reason: text<AgentMissReason>(),
      at: integer(),
      place: integer(),
      miss_json: text(),
    },
    key: ['user_id', 'agent_id', 'reason', 'at', 'place'],
  }),

  /** How many there were in each hour; `hour` is when it begins. */
  agent_miss_hours: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      agent_id: text(),
      reason: text<AgentMissReason>(),
      hour: integer(),
      count: integer(),
    },
    key: ['user_id', 'agent_id', 'reason', 'hour'],
  }),

  /** Notifications and calls of web addresses that steps decided and that are not yet sent. */
  agent_messages: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      agent_id: text(),
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

  /** The addresses by which agents are called, as hashes of their keys. */
  agent_hooks: defineTable({
    owner: 'automation/running',
    personalData: { of: 'user', column: 'user_id', hidden: ['hash'] },
    columns: { user_id: text(), agent_id: text(), hash: text(), created: integer() },
    key: ['user_id', 'agent_id'],
  }),
};
