import type { BoundStatement } from '@azulejo/storage';
import type { Selectable } from 'kysely';
import type { Database, Db, Transaction } from '../../database/index.ts';

export type PasskeyRow = Selectable<Database['passkeys']>;

/** The use of a passkey, which the database accepts once. */
export type PasskeyUse = { id: string; before: number; counter: number; isSynced: boolean };

/** Prepares the statement that stores a use. It finds no row when the passkey has been removed or used since. */
export function prepareUse(db: Db, now: () => number): (use: PasskeyUse) => BoundStatement {
  const use = db.prepare<{ id: string; before: number; counter: number; isSynced: number; now: number }>()(
    (kysely, p) =>
      kysely
        .updateTable('passkeys')
        .set({ counter: p('counter'), is_synced: p('isSynced'), last_used: p('now') })
        .where('id', '=', p('id'))
        .where('counter', '=', p('before'))
        .returning('id'),
  );
  return ({ isSynced, ...rest }) =>
    use.bind({ ...rest, isSynced: isSynced ? 1 : 0, now: now() }, { expectRow: true });
}

/** Returns the passkeys of a user, the newest last. `limit` is the most that an account has. */
export const readPasskeys = (db: Db, userId: string, limit: number): Promise<PasskeyRow[]> =>
  db.read
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.read.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export async function countPasskeys(tx: Transaction, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
