import { defineTable, integer, text } from '../../define-table.ts';

export const passkeysTables = {
  /** The public keys with which users sign in without a password (WebAuthn). */
  passkeys: defineTable({
    owner: 'sign-in/passkeys',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['public_key'] },
    columns: {
      id: text(),
      user_id: text(),
      /** The id that the authenticator gave it, in base64url. */
      credential_id: text(),
      /** The host for which the authenticator holds it, and under which alone it can be used. */
      relying_party: text(),
      name: text(),
      /** Stored as a COSE key in base64url. */
      public_key: text(),
      /** The signature counter of the last use; 0 for authenticators without one. */
      counter: integer().withDefault(),
      /** Says how browsers reach the authenticator. */
      transports_json: text(),
      /** Whether it is copied to other devices of its owner. */
      is_synced: integer().withDefault(),
      created: integer(),
      last_used: integer().nullable(),
    },
    key: ['id'],
  }),

  /** The challenges that were signed, until they end. */
  used_challenges: defineTable({
    owner: 'sign-in/passkeys',
    personalData: 'none',
    columns: {
      challenge: text(),
      expires: integer(),
    },
    key: ['challenge'],
  }),
};
