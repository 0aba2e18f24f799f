import { defineTable, integer, text } from '../../define-table.ts';

export const channelsTables = {
  channels: defineTable({
    owner: 'devices/channels',
    deletion: [
      { with: 'user', column: 'context_of', rows: 'earlier' },
      { with: 'client', column: 'creator_id', rows: 'earlier' },
    ],
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
    deletion: [
      { with: 'client', column: 'grantee_id', rows: 'many' },
      { with: 'channel', column: 'channel_id', rows: 'earlier' },
    ],
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
