import { defineTable, integer, text } from '../../define-table.ts';

export const portalAccountsTables = {
  portal_accounts: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      id: text(),
      email: text(),
      /** The normalised e-mail address; unique. */
      email_key: text(),
      name: text(),
      role: text<'owner' | 'developer' | 'viewer'>(),
      state: text<'enabled' | 'disabled'>(),
      password_hash: text(),
      /** The secret of the authenticator, in Base32. It is active once `second_factor_since` is set. */
      totp_secret: text().nullable(),
      second_factor_since: integer().nullable(),
      /** The time step of the last accepted code. No code is accepted twice (RFC 6238 5.2). */
      last_code_step: integer().withDefault(),
      created: integer(),
      updated: integer(),
    },
    key: ['id'],
  }),

  portal_recovery_codes: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      account_id: text(),
      code_hash: text(),
      used: integer().nullable(),
    },
    key: ['account_id', 'code_hash'],
  }),

  /** The right to create one account with a link. */
  portal_invitations: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      id: text(),
      token_hash: text(),
      /** The e-mail address of the invited person; null when anyone with the link may use it. */
      email: text().nullable(),
      role: text<'owner' | 'developer' | 'viewer'>(),
      /** Null when it was created at the first start or from the command line. */
      invited_by: text().nullable(),
      created: integer(),
      expires: integer(),
      /** The account that was created with it. */
      account_id: text().nullable(),
    },
    key: ['id'],
  }),

  portal_sessions: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      token_hash: text(),
      id: text(),
      account_id: text(),
      csrf_token: text(),
      /** `second-factor` until the code was entered. */
      state: text<'open' | 'second-factor'>(),
      address: text(),
      user_agent: text(),
      created: integer(),
      last_used: integer(),
      expires: integer(),
    },
    key: ['token_hash'],
  }),

  /** Access tokens with which programs act as an account, by their hashes. */
  portal_tokens: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      id: text(),
      token_hash: text(),
      account_id: text(),
      name: text(),
      /** Stores the first characters of the token. */
      hint: text(),
      /** Stored as JSON. */
      scopes: text(),
      created: integer(),
      expires: integer(),
      last_used: integer().nullable(),
    },
    key: ['id'],
  }),

  /** Addresses from which an account has signed in. Failures from other addresses do not lock it out there. */
  portal_known_addresses: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      account_id: text(),
      address: text(),
      last_used: integer(),
    },
    key: ['account_id', 'address'],
  }),

  /** The newest password link of each account. */
  portal_password_links: defineTable({
    owner: 'admin/portal-accounts',
    personalData: 'none',
    columns: {
      account_id: text(),
      token_hash: text(),
      /** 1 when the link also removes the second factor. */
      resets_second_factor: integer(),
      created: integer(),
      expires: integer(),
    },
    key: ['account_id'],
  }),
};
