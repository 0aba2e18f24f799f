import { defineTable, integer, text } from '../../define-table.ts';

export const sharedLimitTables = {
  /** What servers of one database count together, such as failed sign-ins. Ends within a day. */
  rate_windows: defineTable({
    owner: 'core/shared-limits',
    personalData: 'none',
    columns: {
      /** The name of the limit and its key: a network, an id, or a hash. */
      id: text(),
      points: integer(),
      /** When it ends, ms since 1970. */
      expires: integer(),
    },
    key: ['id'],
  }),
};
