import { defineTable, integer, text } from '../../define-table.ts';

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

export const accountMailsTables = {
  /**
   * Mail to be sent. The address is looked up only then, so that a request takes the same time for unknown
   * addresses.
   */
  pending_mails: defineTable({
    owner: 'sign-in/account-mails',
    deletion: [{ with: 'client', column: 'client_id', rows: 'many' }],
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
