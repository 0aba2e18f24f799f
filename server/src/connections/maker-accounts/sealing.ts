import type { Db } from '../../database/index.ts';

/** The context in which credentials are sealed. */
export const CREDENTIALS_CONTEXT = 'maker-credentials';

/**
 * Returns what is sealed with a key that does not exist any more: secrets of accounts, and tokens of people.
 * A sealed text begins with the number of its key.
 */
export async function readLostSecrets(db: Db, keys: readonly number[]) {
  const accounts = await db.read
    .selectFrom('maker_accounts')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('sealed_secret', 'is not', null)
    .where((eb) => eb.and(keys.map((key) => eb('sealed_secret', 'not like', `${key}.%`))))
    .executeTakeFirstOrThrow();
  const credentials = await db.read
    .selectFrom('maker_credentials')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where((eb) => eb.and(keys.map((key) => eb('sealed', 'not like', `${key}.%`))))
    .executeTakeFirstOrThrow();
  return { accounts: Number(accounts.count), credentials: Number(credentials.count) };
}
