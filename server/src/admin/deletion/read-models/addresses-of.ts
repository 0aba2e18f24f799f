import type { Db, Transaction } from '../../../database/index.ts';

/** Returns the addresses to which a user may have got mail: the user's own, and one that waits to be confirmed. */
export async function addressesOf(reader: Db['read'] | Transaction, userId: string): Promise<string[]> {
  const own = reader.selectFrom('users').select('email').where('id', '=', userId);
  const requested = reader.selectFrom('email_requests').select('email').where('user_id', '=', userId);
  const rows = [...(await own.execute()), ...(await requested.execute())];
  return rows.map(({ email }) => email).filter((email) => email !== '');
}
