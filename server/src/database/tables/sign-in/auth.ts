import { defineTable, integer, text } from '../../define-table.ts';

export const authTables = {
  /**
   * Addresses from which a user has signed in. Failures from other addresses do not lock the user out there.
   */
  known_addresses: defineTable({
    owner: 'sign-in/auth',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      address: text(),
      last_used: integer(),
    },
    key: ['user_id', 'address'],
  }),

  /** One sign-in and the tokens that come from it. */
  sign_ins: defineTable({
    owner: 'sign-in/auth',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'earlier' },
      { with: 'client', column: 'client_id', rows: 'earlier' },
    ],
    personalData: {
      of: 'user',
      column: 'user_id',
      hidden: ['id', 'current_hash', 'previous_hash', 'sealed_successor'],
    },
    columns: {
      id: text(),
      client_id: text(),
      user_id: text().nullable(),
      grant_type: text<'password' | 'client_credentials'>(),
      scopes_json: text(),
      /** A sorted list of the rights to which it is limited; null for all. */
      rights_json: text().nullable(),
      state: text().nullable(),
      current_hash: text(),
      previous_hash: text().nullable(),
      /** The reply to the last refresh, encrypted with a key that is derived from the presented refresh token. */
      sealed_successor: text().nullable(),
      generation: integer().withDefault(),
      rotated_at: integer().nullable(),
      successor_used_at: integer().nullable(),
      created: integer(),
      updated: integer(),
      /** When the current refresh token expires. */
      expires: integer(),
      revoked_at: integer().nullable(),
      revoked_because: text().nullable(),
      /** The address of the sign-in; null for sign-ins from before it was stored. */
      address: text().nullable(),
      /** Updated only now and then, not at every use. */
      last_used: integer().withDefault(),
      /** The address of the last refresh. */
      rotated_address: text().nullable(),
      /** The first other network that fetched the successor of a used refresh token, which may mean theft. */
      shared_address: text().nullable(),
      shared_at: integer().nullable(),
      /** The browser or app that signed in, as it names itself; null for sign-ins from before it was stored. */
      user_agent: text().nullable(),
      /** When the person last confirmed the password in this sign-in, and the second factor if it is on. */
      proved_at: integer().nullable(),
      /** The passkey that started it, which may be removed; null for a password. */
      passkey_id: text().nullable(),
    },
    key: ['id'],
  }),

  access_tokens: defineTable({
    owner: 'sign-in/auth',
    personalData: { of: 'sign-in', column: 'sign_in_id', hidden: ['hash', 'sign_in_id'] },
    columns: {
      hash: text(),
      id: text(),
      sign_in_id: text(),
      generation: integer(),
      created: integer(),
      expires: integer(),
    },
    key: ['hash'],
  }),

  /** Stores one-time exchange codes. */
  codes: defineTable({
    owner: 'sign-in/auth',
    personalData: {
      of: 'sign-in',
      column: 'sign_in_id',
      hidden: ['hash', 'sign_in_id', 'redeemed_family_id'],
    },
    columns: {
      hash: text(),
      sign_in_id: text(),
      /** Set when the code was sent in a redirect. It then requires the client's secret and the same URI. */
      redirect_uri: text().nullable(),
      created: integer(),
      expires: integer(),
      redeemed_family_id: text().nullable(),
    },
    key: ['hash'],
  }),
};
