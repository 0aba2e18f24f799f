import type { SceneIcon } from '@azulejo/contract';
import { defineTable, integer, text } from '../../define-table.ts';

export const scenesTables = {
  /** Values of several devices that a user sets together. */
  scenes: defineTable({
    owner: 'automation/scenes',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
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

  /** When scenes were played, with the names that they had, by whom and through which client. */
  scene_plays: defineTable({
    owner: 'automation/scenes',
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
    personalData: { of: 'user', column: 'user_id', time: 'at' },
    columns: {
      user_id: text(),
      at: integer(),
      id: text(),
      scene_id: text(),
      label: text(),
      client_id: text(),
      /** The person who played it; null when a client did, which has no person. */
      played_by: text().nullable(),
    },
    key: ['user_id', 'at', 'id'],
  }),
};
