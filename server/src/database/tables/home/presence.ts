import { defineTable, integer, text } from '../../define-table.ts';

export const presenceTables = {
  /** The place at which a person is, and the state from which it was derived. */
  presences: defineTable({
    owner: 'home/presence',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['part'] },
    columns: {
      user_id: text(),
      state_json: text(),
      /** When it is due to be derived again without a report; null means never. */
      due: integer().nullable(),
      revision: integer(),
      updated: integer(),
      /** The part of the user, whose server derives it when it is due. */
      part: integer(),
    },
    key: ['user_id'],
  }),
};
