import type { Agent, AgentRun, SceneIcon } from '@azulejo/contract';
import { defineTable, integer, text } from '../define-table.ts';

export const automationTables = {
  /** Values of several devices that a user sets together. */
  scenes: defineTable({
    owner: 'automation/scenes',
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
    columns: {
      user_id: text(),
      id: text(),
      label: text(),
      enabled: integer(),
      position: integer(),
      /** The number of the definition. */
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
};
