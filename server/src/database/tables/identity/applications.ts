import { defineTable, integer, text } from '../../define-table.ts';

export const applicationsTables = {
  /** A holder of credentials that is not a person. */
  clients: defineTable({
    owner: 'identity/applications',
    personalData: 'none',
    columns: {
      id: text(),
      /** The application of operators is of a kind that is not among these, because no reader may meet it. */
      kind: text<'application' | 'manager' | 'device'>(),
      type: text<'mobile' | 'distributor' | 'manager' | 'device'>(),
      name: text(),
      namespace: text(),
      secret_hash: text(),
      /** The secret before the last rotation, valid until `previous_secret_expires`. */
      previous_secret_hash: text().nullable(),
      previous_secret_expires: integer().nullable(),
      redirect_uris_json: text(),
      origins_json: text(),
      scopes_json: text(),
      /** Counted in seconds; null means the platform's setting. */
      access_token_lifetime: integer().nullable(),
      refresh_token_lifetime: integer().nullable(),
      minimum_password_length: integer(),
      confirmation_hash: text(),
      /** The scheme of URLs that open its app; null when it has none. */
      app_scheme: text().nullable(),
      /** `removed` means invisible to everyone while the dependent data is being deleted. */
      state: text<'enabled' | 'disabled' | 'removed'>(),
      /** This column is no longer used. */
      is_demo: integer().withDefault(),
      created: integer(),
      updated: integer(),
    },
    key: ['id'],
  }),

  /** Stores that `distributor_id` works for `application_id`. */
  client_links: defineTable({
    owner: 'identity/applications',
    deletion: [
      { with: 'client', column: 'application_id', rows: 'few' },
      { with: 'client', column: 'distributor_id', rows: 'few' },
    ],
    personalData: 'none',
    columns: {
      distributor_id: text(),
      application_id: text(),
      created: integer(),
    },
    key: ['distributor_id', 'application_id'],
  }),
};
