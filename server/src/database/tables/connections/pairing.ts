import { defineTable, integer, text } from '../../define-table.ts';

export const pairingTables = {
  /** The right to open one consent page, for one user, one sign-in and one kind of device. */
  pairing_tickets: defineTable({
    owner: 'connections/pairing',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: {
      of: 'user',
      column: 'user_id',
      hidden: ['ticket_hash', 'sign_in_id', 'state_hash', 'cookie_hash', 'sealed'],
    },
    columns: {
      ticket_hash: text(),
      user_id: text(),
      sign_in_id: text(),
      template_id: text(),
      created: integer(),
      expires: integer(),
      /** The manager that the page names; null for the platform's own devices. */
      manager_id: text().nullable(),
      stage: text<'issued' | 'consented' | 'at_maker' | 'returned' | 'received'>().withDefault(),
      /** When the person consented. */
      consented: integer().nullable(),
      /** The time from which the maker can be asked for devices. */
      received: integer().nullable(),
      /** Hashes of the state and the cookie with which the browser returns from the maker. */
      state_hash: text().nullable(),
      cookie_hash: text().nullable(),
      /** The data that the maker needs back; sealed with the ticket, and at the maker with the cookie. */
      sealed: text().nullable(),
      /** The URL to which the page redirects for an app in a browser. */
      redirect_uri: text().nullable(),
    },
    key: ['ticket_hash'],
  }),

  /** When a manager used the user's consent for the channel. */
  pairing_grants: defineTable({
    owner: 'connections/pairing',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'many' },
      { with: 'channel', column: 'channel_id', rows: 'many' },
    ],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      channel_id: text(),
      granted: integer(),
    },
    key: ['user_id', 'channel_id'],
  }),

  /** A grant that a user or an application requests from a device, and with it the user's consent. */
  grant_requests: defineTable({
    owner: 'connections/pairing',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'many' },
      { with: 'client', column: 'application_id', rows: 'many' },
    ],
    personalData: { of: 'user', column: 'user_id', order: ['device_id', 'id'] },
    columns: {
      /** A hash of the device, the role, the application and the user, who have one request together. */
      id: text(),
      /** As the requester named it; there may be no such device. */
      device_id: text(),
      /** Who is to get the channels: the user, or the application. */
      role: text<'application' | 'user'>(),
      /** The application, or the one through which the user signed in. */
      application_id: text(),
      /** Null when an application asks for itself. */
      user_id: text().nullable(),
      requested: integer(),
      expires: integer(),
      /** The answer that was given first, and `grant` once the device granted. */
      answered_by: text<'confirmation' | 'grant'>().nullable(),
    },
    key: ['id'],
  }),

  /** A device that a user may add to the home. The id is the one that the channel will have. */
  found_devices: defineTable({
    owner: 'connections/pairing',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      template_id: text(),
      name: text(),
      position: integer(),
      expires: integer(),
      /** The manager that listed it; null for the platform's own devices. */
      manager_id: text().nullable(),
      /** The maker's id of the device. */
      remote_key: text().withDefault(),
      photo_url: text().nullable(),
      /** Its channel, once it was added. */
      channel_id: text().nullable(),
      /** When it was added; 0 if it was not. */
      added: integer().withDefault(),
    },
    key: ['user_id', 'id'],
  }),
};
