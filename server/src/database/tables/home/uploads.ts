import { defineTable, integer, text } from '../../define-table.ts';

export const uploadsTables = {
  uploads: defineTable({
    owner: 'home/uploads',
    deletion: [
      { with: 'user', column: 'owner_id', rows: 'many' },
      { with: 'client', column: 'owner_id', rows: 'many' },
    ],
    personalData: { of: 'user', column: 'owner_id' },
    columns: {
      id: text(),
      owner_id: text(),
      content_type: text(),
      bytes: integer(),
      width: integer(),
      height: integer(),
      created: integer(),
    },
    key: ['id', 'owner_id'],
  }),
};
