import type { Db } from '../../database/index.ts';
import { newId } from '../../platform/random-token.ts';

const NAME = 'event_epoch';

/**
 * What this database's cursors carry, made once. A restored backup gets another, because its numbers are given again to
 * other events than a client may have seen under them.
 */
export function createEpoch(db: Db): () => Promise<string> {
  let known: string | undefined;
  const stored = async () => {
    const row = await db.read
      .selectFrom('settings')
      .select('value')
      .where('name', '=', NAME)
      .executeTakeFirst();
    return row?.value;
  };
  return async () => {
    known ??= await stored();
    if (known !== undefined) return known;
    const row = { name: NAME, value: newId() };
    await db.write((tx) =>
      tx
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    // Another server may have been first.
    known = await stored();
    if (known === undefined) throw new Error('The epoch of the event log was not stored.');
    return known;
  };
}

/** No cursor given so far is known any more: whoever holds one is told to read everything anew. */
export async function endEpoch(db: Db): Promise<void> {
  await db.write((tx) => tx.deleteFrom('settings').where('name', '=', NAME).execute());
}
