import { defineTable, integer, text } from '../define-table.ts';

type MailKind =
  | 'reset'
  | 'changed'
  | 'confirm-email'
  | 'email-requested'
  | 'email-changed'
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes'
  | 'passkey-added'
  | 'passkey-removed'
  | 'deletion-requested';

export const signInTables = {
  /** The authenticator of a user. It is asked for once `since` is set, when its first code was entered. */
  second_factors: defineTable({
    owner: 'sign-in/second-factor',
    personalData: { of: 'user', column: 'user_id', hidden: ['sealed'] },
    columns: {
      user_id: text(),
      /** The secret that the authenticator shares, sealed with the keys of the platform. */
      sealed: text(),
      since: integer().nullable(),
      /** The time step of the last code, so that each code works once. */
      last_step: integer().withDefault(),
      created: integer(),
    },
    key: ['user_id'],
  }),

  recovery_codes: defineTable({
    owner: 'sign-in/second-factor',
    personalData: { of: 'user', column: 'user_id', hidden: ['code_hash'] },
    columns: {
      user_id: text(),
      code_hash: text(),
      used: integer().nullable(),
    },
    key: ['user_id', 'code_hash'],
  }),

  /** The public keys with which users sign in without a password (WebAuthn). */
  passkeys: defineTable({
    owner: 'sign-in/passkeys',
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

  /**
   * Addresses from which a user has signed in. Failures from other addresses do not lock the user out there.
   */
  known_addresses: defineTable({
    owner: 'sign-in/auth',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      address: text(),
      last_used: integer(),
    },
    key: ['user_id', 'address'],
  }),

  /** One sign-in and the tokens that come from it. */
  token_families: defineTable({
    owner: 'sign-in/auth',
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
    personalData: { of: 'sign-in', column: 'family_id', hidden: ['hash', 'family_id'] },
    columns: {
      hash: text(),
      id: text(),
      family_id: text(),
      generation: integer(),
      created: integer(),
      expires: integer(),
    },
    key: ['hash'],
  }),

  /** Stores one-time exchange codes. */
  codes: defineTable({
    owner: 'sign-in/auth',
    personalData: { of: 'sign-in', column: 'family_id', hidden: ['hash', 'family_id', 'redeemed_family_id'] },
    columns: {
      hash: text(),
      family_id: text(),
      /** Set when the code was sent in a redirect. It then requires the client's secret and the same URI. */
      redirect_uri: text().nullable(),
      created: integer(),
      expires: integer(),
      redeemed_family_id: text().nullable(),
    },
    key: ['hash'],
  }),

  /** The address that a user wants to use or to confirm. The link to confirm it is valid until the password changes. */
  email_requests: defineTable({
    owner: 'sign-in/email-addresses',
    personalData: { of: 'user', column: 'user_id', hidden: ['token_hash', 'password_digest'] },
    columns: {
      user_id: text(),
      client_id: text(),
      email: text(),
      email_key: text(),
      password_digest: text(),
      /** Set when the mail is sent, so that the database holds no link before. */
      token_hash: text().nullable(),
      created: integer(),
      expires: integer(),
    },
    key: ['user_id'],
  }),

  /** The newest reset link of each user. It is valid until the password changes. */
  password_resets: defineTable({
    owner: 'sign-in/password-reset',
    personalData: { of: 'user', column: 'user_id', hidden: ['token_hash', 'password_digest'] },
    columns: {
      user_id: text(),
      token_hash: text(),
      password_digest: text(),
      created: integer(),
      expires: integer(),
    },
    key: ['user_id'],
  }),

  /**
   * Mail to be sent. The address is looked up only then, so that a request takes the same time for unknown
   * addresses.
   */
  pending_mails: defineTable({
    owner: 'sign-in/account-mails',
    personalData: { of: 'email', column: 'email_key' },
    columns: {
      client_id: text(),
      email_key: text(),
      kind: text<MailKind>(),
      /** The network address of the request. */
      address: text(),
      /** The language of an address that no user has any more. */
      language: text().nullable(),
      created: integer(),
      attempts: integer().withDefault(),
      /** The earliest time to send it. */
      due: integer(),
    },
    key: ['client_id', 'email_key', 'kind'],
  }),
};
