import type { Db, Transaction } from '../../database/index.ts';
import { emailKey } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Account, toAccount } from './account.ts';

export function createAccountReads(db: Db) {
  return {
    /** Throws `not_found`. */
    async get(id: string): Promise<Account> {
      const row = await db.read
        .selectFrom('portal_accounts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new ApiError('not_found');
      return toAccount(row);
    },

    /** Returns all accounts by name, each with the time of its last use. */
    async list(): Promise<(Account & { lastUsed: number | undefined })[]> {
      const rows = await db.read
        .selectFrom('portal_accounts as a')
        .selectAll('a')
        .select((eb) =>
          eb
            .selectFrom('portal_sessions as s')
            .select((of) => of.fn.max('s.last_used').as('last_used'))
            .whereRef('s.account_id', '=', 'a.id')
            .as('last_used'),
        )
        .orderBy('a.name')
        .orderBy('a.id')
        .execute();
      return rows.map((row) => ({ ...toAccount(row), lastUsed: row.last_used ?? undefined }));
    },

    async findByEmail(email: string): Promise<{ account: Account; passwordHash: string } | undefined> {
      const key = emailKey(email);
      if (key === undefined) return undefined;
      const row = await db.read
        .selectFrom('portal_accounts')
        .selectAll()
        .where('email_key', '=', key)
        .executeTakeFirst();
      return row && { account: toAccount(row), passwordHash: row.password_hash };
    },

    hasOwner: (): Promise<boolean> => hasOwnerIn(db.read),
  };
}

/** Returns whether the portal has an owner. */
export async function hasOwnerIn(reader: Pick<Transaction, 'selectFrom'>): Promise<boolean> {
  const owner = reader.selectFrom('portal_accounts').select('id').where('role', '=', 'owner').limit(1);
  return (await owner.executeTakeFirst()) !== undefined;
}

/** Reads an account inside a transaction. Throws `not_found`. */
export async function getIn(tx: Transaction, id: string): Promise<Account> {
  const row = await tx.selectFrom('portal_accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  return toAccount(row);
}
