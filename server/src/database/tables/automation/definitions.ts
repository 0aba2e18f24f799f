import type { Automation, AutomationRun } from '@azulejo/contract';
import { defineTable, integer, text } from '../../define-table.ts';

export const definitionsTables = {
  /** Automations of users, each with its present definition. */
  automations: defineTable({
    owner: 'automation/definitions',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
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
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
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
};
