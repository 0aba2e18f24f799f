import { defineTable, integer, text } from '../../define-table.ts';

export const templatesTables = {
  /** Versions coexist. A channel keeps the version that it was created from until it is migrated. */
  templates: defineTable({
    owner: 'devices/templates',
    personalData: 'none',
    columns: {
      id: text(),
      version: integer(),
      name: text(),
      vendor: text(),
      model: text(),
      kind: text(),
      /** The id of the page that opens for its devices. */
      interface_uuid: text().nullable(),
      definition_json: text(),
      definition_hash: text(),
      /** The portal account that wrote it; null for templates from the catalogue or the command line. */
      author_id: text().nullable(),
      created: integer(),
      /** When it was deleted. The row stays: versions are not reused, and the catalogue does not restore it. */
      removed: integer().nullable(),
    },
    key: ['id', 'version'],
  }),
};
