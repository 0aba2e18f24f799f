import { defineTable, integer, text } from '../../define-table.ts';

export const passwordResetTables = {
  /** The newest reset link of each user. It is valid until the password changes. */
  password_resets: defineTable({
    owner: 'sign-in/password-reset',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['token_hash', 'password_digest'] },
    columns: {
      user_id: text(),
      token_hash: text(),
      password_digest: text(),
      /** 1 when the link also removes the second factor. */
      resets_second_factor: integer().withDefault(),
      created: integer(),
      expires: integer(),
    },
    key: ['user_id'],
  }),
};
