import { defineTable, integer, text } from '../../define-table.ts';

export const homesTables = {
  /**
   * A home, which one person owns. The first home of a person has the person's id, but after a hand-over the two are
   * different: what belongs to the home is found by `id`, and never by `owner_id`.
   */
  homes: defineTable({
    owner: 'identity/homes',
    deletion: [{ with: 'user', column: 'owner_id', rows: 'few' }],
    personalData: { of: 'user', column: 'owner_id', order: ['id'] },
    columns: {
      id: text(),
      owner_id: text(),
      /** The application of its owner. */
      application_id: text(),
      /** Null until somebody names it. */
      name: text().nullable(),
      /** Incremented by every change to the home's grants, tiles or groups. Cached lists are keyed by it. */
      revision: integer().withDefault(),
      /** The revision that automations were last told of. */
      automations_revision: integer().withDefault(),
      /** The revision in which new devices were last looked for. */
      devices_revision: integer().withDefault(),
      /** Null until somebody chooses it. */
      time_zone: text().nullable(),
      tariff_json: text().nullable(),
      lamp_groups_json: text().nullable(),
      tile_icons_json: text().nullable(),
      created: integer(),
    },
    key: ['id'],
  }),
};
