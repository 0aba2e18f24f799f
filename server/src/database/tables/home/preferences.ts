import { defineTable, integer, text } from '../../define-table.ts';

export const preferencesTables = {
  /** Two documents, for the two endpoints that known apps use. They share only units and the clock format. */
  user_preferences: defineTable({
    owner: 'home/preferences',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      preferences_json: text(),
      legacy_json: text(),
      /** Null when the user has not chosen. */
      location_sharing: integer().nullable(),
      /** The first time zone that a phone sent; null until preferences with one are changed. */
      phone_timezone: text().nullable(),
      revision: integer().withDefault(),
      updated: integer(),
    },
    key: ['user_id'],
  }),
};
