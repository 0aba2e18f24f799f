import { defineTable, integer, text } from '../define-table.ts';

export const devicesTables = {
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

  channels: defineTable({
    owner: 'devices/channels',
    personalData: { of: 'channel', column: 'id' },
    columns: {
      id: text(),
      template_id: text(),
      template_version: integer(),
      /** The client that created it; null when the operator created it. */
      creator_id: text().nullable(),
      /** The maker's id of the device. */
      remote_key: text().nullable(),
      /** The user whose phone reports to this channel. Each user has one such channel. */
      context_of: text().nullable(),
      name: text(),
      created: integer(),
      updated: integer(),
      revision: integer().withDefault(),
      /** When it was removed. It is invisible to everyone while its data is being deleted. */
      removed: integer().nullable(),
      /** Incremented when the grant of its last user ends. Later values belong to other series. */
      period: integer().withDefault(),
    },
    key: ['id'],
  }),

  /** The users and applications that may use a channel. Several users can hold grants on one channel. */
  grants: defineTable({
    owner: 'devices/channels',
    personalData: { of: 'user', column: 'grantee_id' },
    columns: {
      channel_id: text(),
      grantee_id: text(),
      role: text<'application' | 'user'>(),
      requesting_client_id: text().nullable(),
      expires: integer().nullable(),
      created: integer(),
    },
    key: ['channel_id', 'grantee_id', 'role'],
  }),
};
