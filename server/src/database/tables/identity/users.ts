import { defineTable, integer, text } from '../../define-table.ts';

export const usersTables = {
  users: defineTable({
    owner: 'identity/users',
    deletion: [{ with: 'client', column: 'client_id', rows: 'earlier' }],
    personalData: { of: 'user', column: 'id', hidden: ['password_hash', 'secret', 'confirmation_hash'] },
    columns: {
      id: text(),
      /** The application the user belongs to. */
      client_id: text(),
      email: text(),
      /** The normalised e-mail address; unique within the application. */
      email_key: text(),
      name: text(),
      /** Set for operators, who are users of the portal; null for people. */
      role: text<'owner' | 'developer' | 'viewer'>().nullable(),
      /** The normalised name, for searching. */
      name_key: text().withDefault(),
      /** The location of the picture; null means the default picture. */
      photo: text().nullable(),
      password_hash: text(),
      namespace: text(),
      secret: text(),
      confirmation_hash: text(),
      cdata_json: text().withDefault(),
      /** `removed` means invisible to everyone while the dependent data is being deleted. */
      state: text<'active' | 'inactive' | 'removed'>(),
      active_at: integer(),
      inactive_at: integer().withDefault(),
      created: integer(),
      updated: integer(),
      revision: integer().withDefault(),
      /** The person's own home. */
      home_id: text().nullable(),
      /** When mail to the address was last shown to arrive; null when it never was. */
      email_confirmed_at: integer().nullable(),
      /** Set for an account that may not sign in before its address is confirmed. */
      must_confirm_email: integer().withDefault(),
    },
    key: ['id'],
  }),
};
