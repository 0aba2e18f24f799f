import { newId } from '../platform/random-token.ts';
import type { Db, Transaction } from './index.ts';

type Reader = Pick<Transaction, 'selectFrom'>;

/** Returns the value that is stored under a name of the `settings` table. */
export async function readSetting(reader: Reader, name: string): Promise<string | undefined> {
  const row = await reader.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores the value unless there is one. */
export async function initializeSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const DATABASE_ID = 'database_id';

/** Returns the id of the database, whatever its address is; undefined when no server has used it. */
export const readDatabaseId = (reader: Reader): Promise<string | undefined> =>
  readSetting(reader, DATABASE_ID);

/** Returns the id of the database, which the first server gives it. */
export async function databaseIdOf(db: Db): Promise<string> {
  const known = await readDatabaseId(db.read);
  if (known !== undefined) return known;
  await db.write((tx) => initializeSetting(tx, DATABASE_ID, newId()));
  return databaseIdOf(db);
}

/** Replaces the value while it is `before`. */
export async function replaceSetting(
  tx: Transaction,
  name: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: after })
    .where('name', '=', name)
    .where('value', '=', before)
    .execute();
}

/** Deletes the setting; with `value`, only while it has this value. */
export async function deleteSetting(tx: Transaction, name: string, value?: string): Promise<void> {
  const setting = tx.deleteFrom('settings').where('name', '=', name);
  await (value === undefined ? setting : setting.where('value', '=', value)).execute();
}

/**
 * Prepares the statements of a setting that stores progress: it changes, in the unit of what was done, only
 * while it has the value that was read.
 */
export const prepareProgress = (db: Db) => ({
  read: db.prepare<{ name: string }>()((kysely, p) =>
    kysely.selectFrom('settings').select('value').where('name', '=', p('name')),
  ),
  replace: db.prepare<{ name: string; before: string; after: string }>()((kysely, p) =>
    kysely
      .updateTable('settings')
      .set({ value: p('after') })
      .where('name', '=', p('name'))
      .where('value', '=', p('before')),
  ),
});
