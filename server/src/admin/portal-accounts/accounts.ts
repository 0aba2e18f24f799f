import type { PortalRole } from '@azulejo/contract';
import type { Audit, AuditEntry, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { Account } from './account.ts';
import { createAccountReads, getIn } from './account-reads.ts';
import { revokeAllOf } from './invitation-store.ts';
import { isLower } from './role.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit };

export type AccountChange = {
  name?: string;
  role?: PortalRole;
  state?: Account['state'];
};

export type Accounts = ReturnType<typeof createAccountStore>;

/** Stores the accounts of the portal. Once there is an owner, at least one enabled owner always remains. */
export function createAccountStore({ db, clock, audit }: Dependencies) {
  return {
    ...createAccountReads(db),
    getIn,
    endSessions,
    endTokens,

    /** Creates an account and returns its id. Throws `user_exists`, or `invalid_request` naming the field. */
    createIn: (tx: Transaction, account: NewAccount): Promise<string> =>
      insertAccountIn(tx, account, clock.now()),

    /**
     * Changes an account with effect from its next request. Throws `not_found`, `last_owner`, or
     * `invalid_request`.
     */
    async update(id: string, { name, role, state }: AccountChange, by: By): Promise<Account> {
      if (name !== undefined && name.trim() === '') throw invalidField('name', 'must not be empty');
      return db.write(async (tx) => {
        const before = await getIn(tx, id);
        const after = changed(before, { name, role, state });
        await tx
          .updateTable('portal_accounts')
          .set({ name: after.name, role: after.role, state: after.state, updated: clock.now() })
          .where('id', '=', id)
          .execute();
        if (before.role === 'owner') await requireOwner(tx);
        const isDisabled = after.state === 'disabled';
        if (isDisabled) await endSessions(tx, id);
        if (isDisabled || isLower(after.role, before.role)) {
          await endTokens(tx, id);
          await revokeAllOf(tx, id, { audit, by });
        }
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
        await revokeAllOf(tx, id, { audit, by });
        await audit.record(tx, { action: 'portal.account.remove', ...by, targetId: id, detail: name });
      }),

    setPasswordIn: createSetPassword(clock),
  };
}

/**
 * Returns a function that sets the password and ends all of the account's sessions but one, and its access
 * tokens. It throws `invalid_request` when the password is no longer `proved`, the hash of the one that was given
 * before.
 */
function createSetPassword(clock: Clock) {
  return async function setPasswordIn(
    tx: Transaction,
    id: string,
    passwordHash: string,
    { but, proved }: { but?: string; proved?: string } = {},
  ): Promise<void> {
    let update = tx
      .updateTable('portal_accounts')
      .set({ password_hash: passwordHash, updated: clock.now() })
      .where('id', '=', id);
    if (proved !== undefined) update = update.where('password_hash', '=', proved);
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw invalidField('current_password', 'must be your current password');
    await tx.deleteFrom('portal_password_links').where('account_id', '=', id).execute();
    await endSessions(tx, id, but);
    await endTokens(tx, id);
  };
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
  if (!owner) throw new ApiError('last_owner');
}

/** Ends the account's sessions, all `but` one. */
async function endSessions(tx: Transaction, accountId: string, but = ''): Promise<void> {
  await tx.deleteFrom('portal_sessions').where('account_id', '=', accountId).where('id', '!=', but).execute();
}

async function endTokens(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('portal_tokens').where('account_id', '=', accountId).execute();
}

const changed = (before: Account, { name, role, state }: AccountChange): Account => ({
  ...before,
  name: name?.trim() ?? before.name,
  role: role ?? before.role,
  state: state ?? before.state,
});

type AuditChange = Pick<AuditEntry, 'action' | 'detail'>;

function changesOf(before: Account, after: Account): AuditChange[] {
  const changes: AuditChange[] = [];
  if (before.name !== after.name)
    changes.push({ action: 'portal.account.rename', detail: `${before.name} to ${after.name}` });
  if (before.role !== after.role)
    changes.push({ action: 'portal.account.role', detail: `${before.role} to ${after.role}` });
  if (before.state !== after.state) changes.push({ action: `portal.account.${after.state}` });
  return changes;
}

type NewAccount = {
  email: string;
  emailKey: string;
  name: string;
  role: PortalRole;
  passwordHash: string;
};

/** Stores an account that was checked, and returns its id. Throws `user_exists`. */
async function insertAccountIn(
  tx: Transaction,
  { email, emailKey, name, role, passwordHash }: NewAccount,
  now: number,
): Promise<string> {
  const id = newId();
  const stored = await tx
    .insertInto('portal_accounts')
    .values({
      id,
      email: email.trim(),
      email_key: emailKey,
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
  if (!stored) throw new ApiError('user_exists', { fields: [{ field: 'email', reason: 'has an account' }] });
  return id;
}
