import { defineTable, integer, text } from '../../define-table.ts';

export const userDataTables = {
  /** Users who deleted their accounts; the data is deleted when the grace period has ended. */
  deletion_requests: defineTable({
    owner: 'admin/user-data',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      requested: integer(),
      due: integer(),
    },
    key: ['user_id'],
  }),
};
