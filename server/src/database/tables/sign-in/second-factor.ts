import { defineTable, integer, text } from '../../define-table.ts';

export const secondFactorTables = {
  /** The authenticator of a user. It is asked for once `since` is set, when its first code was entered. */
  second_factors: defineTable({
    owner: 'sign-in/second-factor',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
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
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['code_hash'] },
    columns: {
      user_id: text(),
      code_hash: text(),
      used: integer().nullable(),
    },
    key: ['user_id', 'code_hash'],
  }),
};
