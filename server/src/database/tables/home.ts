import { defineTable, integer, real, text } from '../define-table.ts';

export const homeTables = {
  /** A group of tiles; one without a parent is an area. Every user is created with one default area. */
  tile_groups: defineTable({
    owner: 'home/tiles',
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
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      tile_id: text(),
      group_id: text(),
      position: integer(),
    },
    key: ['user_id', 'tile_id', 'group_id'],
  }),

  /** Devices that were removed from a user's home, with the names that they had. */
  removed_devices: defineTable({
    owner: 'home/home-devices',
    personalData: { of: 'user', column: 'user_id', time: 'at' },
    columns: {
      user_id: text(),
      at: integer(),
      id: text(),
      channel_id: text(),
      name: text(),
      /** Whether the user removed it; otherwise its maker or an operator did. */
      is_by_user: integer().withDefault(),
    },
    key: ['user_id', 'at', 'id'],
  }),

  uploads: defineTable({
    owner: 'home/uploads',
    personalData: { of: 'user', column: 'owner_id' },
    columns: {
      id: text(),
      owner_id: text(),
      content_type: text(),
      bytes: integer(),
      width: integer(),
      height: integer(),
      created: integer(),
    },
    key: ['id', 'owner_id'],
  }),

  /** Two documents, for the two endpoints that known apps use. They share only units and the clock format. */
  user_preferences: defineTable({
    owner: 'home/preferences',
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

  /** Places where a user often is. Home, work, gym and school have a row once something is known about them. */
  places: defineTable({
    owner: 'home/places',
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

  /** The place at which a person is, and the state from which it was derived. */
  presences: defineTable({
    owner: 'home/presence',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      state_json: text(),
      /** When it is due to be derived again without a report; null means never. */
      due: integer().nullable(),
      revision: integer(),
      updated: integer(),
    },
    key: ['user_id'],
  }),

  survey_responses: defineTable({
    owner: 'home/surveys',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      survey: text(),
      answers_json: text(),
      created: integer(),
    },
    key: ['user_id', 'id'],
  }),
};
