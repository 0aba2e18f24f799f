import { defineTable, integer, text } from '../../define-table.ts';

export const tilesTables = {
  /** A group of tiles; one without a parent is an area. Every user is created with one default area. */
  tile_groups: defineTable({
    owner: 'home/tiles',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      label: text(),
      parent_id: text().nullable(),
      position: integer(),
      is_default: integer(),
      /** Whether it is the area of the user's context channel. */
      is_context: integer().withDefault(),
      created: integer(),
    },
    key: ['user_id', 'id'],
  }),

  /** One person's view of one part of a channel. */
  tiles: defineTable({
    owner: 'home/tiles',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'many' },
      { with: 'channel', column: 'channel_id', rows: 'many' },
    ],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      channel_id: text(),
      /** The index of the template's tile that it shows. */
      template_tile: integer(),
      label: text(),
      /** The user's own picture; null means the template's. */
      photo: text().nullable(),
      position: integer(),
      created: integer(),
      updated: integer(),
      revision: integer().withDefault(),
    },
    key: ['user_id', 'id'],
  }),

  tile_group_members: defineTable({
    owner: 'home/tiles',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      tile_id: text(),
      group_id: text(),
      position: integer(),
    },
    key: ['user_id', 'tile_id', 'group_id'],
  }),
};
