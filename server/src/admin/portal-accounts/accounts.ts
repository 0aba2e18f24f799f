import type { PortalRole } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { emailKey } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/random-token.ts';
import { type Account, toAccount } from './account.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit };

export type NewAccount = { email: string; name: string; role: PortalRole; passwordHash: string };

export type AccountChange = { name?: string; role?: PortalRole; state?: Account['state'] };

export type Accounts = ReturnType<typeof createAccountStore>;

/** Stores the accounts of the portal. Once there is an owner, at least one enabled owner always remains. */
export function createAccountStore({ db, clock, audit }: Dependencies) {
  /** Throws `not_found`. */
  async function getIn(tx: Transaction, id: string): Promise<Account> {
    const row = await tx.selectFrom('portal_accounts').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new Problem('not_found');
    return toAccount(row);
  }

  /** Throws `last_owner` unless an enabled owner remains. */
  async function requireOwner(tx: Transaction): Promise<void> {
    const owner = await tx
      .selectFrom('portal_accounts')
      .select('id')
      .where('role', '=', 'owner')
      .where('state', '=', 'enabled')
      .limit(1)
      .executeTakeFirst();
    if (!owner) throw new Problem('last_owner');
  }

  async function endSessions(tx: Transaction, accountId: string, but = ''): Promise<void> {
    await tx
      .deleteFrom('portal_sessions')
      .where('account_id', '=', accountId)
      .where('id', '!=', but)
      .execute();
  }

  return {
    getIn,
    endSessions,

    /** Throws `not_found`. */
    async get(id: string): Promise<Account> {
      const row = await db.read
        .selectFrom('portal_accounts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new Problem('not_found');
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

    /** Creates an account and returns its id. Throws `user_exists`, or `invalid_request` naming the field. */
    async createIn(tx: Transaction, { email, name, role, passwordHash }: NewAccount): Promise<string> {
      const key = emailKey(email);
      if (key === undefined) throw invalidField('email', 'is not an e-mail address');
      if (name.trim() === '') throw invalidField('name', 'must not be empty');
      const id = newId();
      const now = clock.now();
      const stored = await tx
        .insertInto('portal_accounts')
        .values({
          id,
          email: email.trim(),
          email_key: key,
          name: name.trim(),
          role,
          state: 'enabled',
          password_hash: passwordHash,
          totp_secret: null,
          second_factor_since: null,
          created: now,
          updated: now,
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!stored)
        throw new Problem('user_exists', { fields: [{ field: 'email', reason: 'has an account' }] });
      return id;
    },

    /**
     * Changes an account with effect from its next request. Throws `not_found`, `last_owner`, or
     * `invalid_request`.
     */
    async update(id: string, { name, role, state }: AccountChange, by: By): Promise<Account> {
      if (name !== undefined && name.trim() === '') throw invalidField('name', 'must not be empty');
      return db.write(async (tx) => {
        const before = await getIn(tx, id);
        const after = {
          ...before,
          name: name?.trim() ?? before.name,
          role: role ?? before.role,
          state: state ?? before.state,
        };
        await tx
          .updateTable('portal_accounts')
          .set({ name: after.name, role: after.role, state: after.state, updated: clock.now() })
          .where('id', '=', id)
          .execute();
        if (before.role === 'owner') await requireOwner(tx);
        if (after.state === 'disabled') await endSessions(tx, id);
        for (const entry of changesOf(before, after))
          await audit.record(tx, { ...entry, ...by, targetId: id });
        return after;
      });
    },

    /** Throws `not_found`, or `last_owner`. */
    remove: (id: string, by: By): Promise<void> =>
      db.write(async (tx) => {
        const { role, name } = await getIn(tx, id);
        await tx.deleteFrom('portal_accounts').where('id', '=', id).execute();
        if (role === 'owner') await requireOwner(tx);
        await audit.record(tx, { action: 'portal.account.remove', ...by, targetId: id, detail: name });
      }),

    /** Sets the password and ends all of the account's sessions but one. */
    async setPasswordIn(tx: Transaction, id: string, passwordHash: string, but?: string): Promise<void> {
      await tx
        .updateTable('portal_accounts')
        .set({ password_hash: passwordHash, updated: clock.now() })
        .where('id', '=', id)
        .execute();
      await tx.deleteFrom('portal_password_links').where('account_id', '=', id).execute();
      await endSessions(tx, id, but);
    },

    async hasOwner(): Promise<boolean> {
      const owner = db.read.selectFrom('portal_accounts').select('id').where('role', '=', 'owner').limit(1);
      return (await owner.executeTakeFirst()) !== undefined;
    },
  };
}

function changesOf(before: Account, after: Account): { action: string; detail?: string }[] {
  return [
    ...(before.name === after.name
      ? []
      : [{ action: 'portal.account.rename', detail: `${before.name} to ${after.name}` }]),
    ...(before.role === after.role
      ? []
      : [{ action: 'portal.account.role', detail: `${before.role} to ${after.role}` }]),
    ...(before.state === after.state ? [] : [{ action: `portal.account.${after.state}` }]),
  ];
}
