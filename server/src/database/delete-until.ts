import { sql } from 'kysely';
import { deleteInBatches } from '../platform/batch-delete.ts';
import type { Database, Db } from './index.ts';

/** A table, the columns of its key, and the column with the time at which a row's life ends. */
type Expiring = {
  [Name in keyof Database]: {
    readonly table: Name;
    readonly key: readonly (keyof Database[Name] & string)[];
    readonly time: keyof Database[Name] & string;
  };
}[keyof Database];

/** Deletes the rows whose time is `end` or earlier, in short transactions of at most `batchSize` rows. */
export function deleteUntil(
  db: Db,
  { table, key, time }: Expiring,
  end: number,
  batchSize?: number,
): Promise<void> {
  const name = sql.table(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return deleteInBatches(async (limit) => {
    const due = sql`select ${columns} from ${name} where ${sql.ref(time)} <= ${end} limit ${limit}`;
    const deleted = await db.write((tx) =>
      sql`delete from ${name} where (${columns}) in (${due})`.execute(tx),
    );
    return { numDeletedRows: deleted.numAffectedRows ?? 0n };
  }, batchSize);
}
