import { defineTable, integer, real, text } from '../../define-table.ts';

export const placesTables = {
  /** Places where a user often is. Home, work, gym and school have a row once something is known about them. */
  places: defineTable({
    owner: 'home/places',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      name: text(),
      address: text(),
      latitude: real(),
      longitude: real(),
      wifi_json: text(),
      /** Meters; null means the default. */
      radius: real().nullable(),
      created: integer(),
      updated: integer(),
    },
    key: ['user_id', 'id'],
  }),
};
