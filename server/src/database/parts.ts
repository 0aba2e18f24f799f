import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * Returns whether a row's part is among those of a mask (`Parts.mask`). An index of what is due ends with the part, so
 * that rows of other servers are passed without reading them. PostgreSQL takes `=` for rare and `<>` for common, and
 * would sort all that is due instead of reading the first rows.
 */
export const isInParts = (part: Expression<number>, mask: string): Expression<SqlBool> =>
  sql<SqlBool>`substr(${mask}, cast(${part} as integer) + 1, 1) <> '0'`;
