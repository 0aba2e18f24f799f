import { defineTable, integer, text } from '../../define-table.ts';

export const portalAccountsTables = {
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

  /** Access tokens with which programs act as an account, by their hashes. */
  portal_tokens: defineTable({
    owner: 'admin/portal-accounts',
    deletion: [{ with: 'user', column: 'account_id', rows: 'few' }],
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
};
