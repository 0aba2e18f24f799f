import { defineTable, integer, text } from '../../define-table.ts';

export const linkedAccountsTables = {
  /** Stores the id under which a maker knows an application, for each manager. */
  linked_accounts: defineTable({
    owner: 'connections/linked-accounts',
    deletion: [
      { with: 'client', column: 'application_id', rows: 'many' },
      { with: 'client', column: 'manager_id', rows: 'many' },
    ],
    personalData: 'none',
    columns: {
      manager_id: text(),
      application_id: text(),
      /** The application's id at the maker. */
      client_id: text(),
      /** Sealed with a key in DATA_DIR/keys; null when the maker gave none. */
      sealed_secret: text().nullable(),
      /** Where the secret may be sent. */
      origins_json: text(),
      updated: integer(),
    },
    key: ['manager_id', 'application_id'],
  }),

  /** Credentials that a manager's maker gave a user who signed in there. */
  linked_credentials: defineTable({
    owner: 'connections/linked-accounts',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'many' },
      { with: 'client', column: 'manager_id', rows: 'many' },
      { with: 'client', column: 'application_id', rows: 'few' },
    ],
    personalData: { of: 'user', column: 'user_id', hidden: ['token_digest', 'sealed'] },
    columns: {
      manager_id: text(),
      application_id: text(),
      user_id: text(),
      template_id: text(),
      /** The account of the application under which it was given. */
      account_client_id: text(),
      /** SHA-256 of the access token, by which a manager finds the record; empty without one. */
      token_digest: text(),
      /** The maker's answer, sealed with a key in DATA_DIR/keys. */
      sealed: text(),
      updated: integer(),
    },
    key: ['manager_id', 'application_id', 'user_id', 'template_id'],
  }),
};
