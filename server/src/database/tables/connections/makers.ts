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
};
