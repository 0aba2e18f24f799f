import { sql } from 'kysely';
import type { Db, Transaction } from '../../../database/index.ts';
import { PORTAL_APPLICATION } from '../../../identity/applications/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Account } from '../account.ts';

/** Selects the operators, whether they have a second factor, and when one of their sessions was last used. */
const select = (reader: Pick<Transaction, 'selectFrom'>) =>
  reader
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.role',
      'users.state',
      'users.created',
      'second_factors.since',
    ])
    .select((eb) =>
      eb
        .selectFrom('sign_ins')
        .select((of) => of.fn.max('sign_ins.last_used').as('last_used'))
        .whereRef('sign_ins.user_id', '=', 'users.id')
        .as('last_used'),
    )
    .where('users.client_id', '=', sql.lit(PORTAL_APPLICATION));

/** Returns all accounts by name. */
export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await select(db.read).orderBy('users.name').orderBy('users.id').execute();
  return rows.map(toAccount);
}

export async function countAccounts(tx: Transaction): Promise<number> {
  const { accounts } = await tx
    .selectFrom('users')
    .select((of) => of.fn.countAll<number>().as('accounts'))
    .where('client_id', '=', PORTAL_APPLICATION)
    .executeTakeFirstOrThrow();
  return Number(accounts);
}

/** Throws `not_found`. */
export async function getAccount(reader: Pick<Transaction, 'selectFrom'>, id: string): Promise<Account> {
  const row = await select(reader).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  return toAccount(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toAccount = (row: Row): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role ?? 'viewer',
  state: row.state === 'active' ? 'enabled' : 'disabled',
  secondFactorSince: row.since ?? undefined,
  created: row.created,
  lastUsed: Number(row.last_used ?? 0) || undefined,
});
