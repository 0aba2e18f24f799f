import { defineTable, integer, text } from '../../define-table.ts';

export const emailAddressesTables = {
  /** The address that a user wants to use or to confirm. The link to confirm it is valid until the password changes. */
  email_requests: defineTable({
    owner: 'sign-in/email-addresses',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
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
};
