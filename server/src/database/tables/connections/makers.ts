import { defineTable, integer, text } from '../../define-table.ts';

export const makersTables = {
  template_makers: defineTable({
    owner: 'connections/makers',
    deletion: [{ with: 'client', column: 'manager_id', rows: 'many' }],
    personalData: 'none',
    columns: {
      template_id: text(),
      manager_id: text(),
      created: integer(),
    },
    key: ['template_id'],
  }),

  /** Which managers are adding devices for whom right now. */
  open_selections: defineTable({
    owner: 'connections/makers',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'few' },
      { with: 'client', column: 'manager_id', rows: 'many' },
      { with: 'client', column: 'application_id', rows: 'many' },
    ],
    personalData: { of: 'user', column: 'user_id', order: ['id'] },
    columns: {
      id: text(),
      user_id: text(),
      manager_id: text(),
      application_id: text(),
      template_id: text(),
      began: integer(),
      /** When it ends if its server does not end it. */
      expires: integer(),
    },
    key: ['id'],
  }),
};
