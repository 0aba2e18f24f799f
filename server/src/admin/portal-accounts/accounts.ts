import type { PortalRole } from '@azulejo/contract';
import type { Audit, AuditEntry, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Operators } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Passkeys } from '../../sign-in/passkeys/index.ts';
import type { SecondFactor } from '../../sign-in/second-factor/index.ts';
import type { Account } from './account.ts';
import { revokeAllOf } from './invitation-store.ts';
import { getAccount, listAccounts } from './read-models/operator-accounts.ts';
import { isLower } from './role.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  operators: Operators;
  operatorPasskeys: Passkeys;
  operatorSecondFactor: SecondFactor;
};

export type AccountChange = {
  name?: string;
  role?: PortalRole;
  state?: Account['state'];
};

export type Accounts = ReturnType<typeof createAccounts>;

/** Changes the accounts of operators. Once there is an owner, at least one enabled owner always remains. */
export function createAccounts(dependencies: Dependencies) {
  const { db, audit, operators, operatorPasskeys, operatorSecondFactor } = dependencies;

  return {
    get: (id: string): Promise<Account> => getAccount(db.read, id),
    /** Returns all accounts by name. */
    list: (): Promise<Account[]> => listAccounts(db),

    /**
     * Changes an account with effect from its next request. Throws `not_found`, `last_owner`, or
     * `invalid_request`.
     */
    async update(id: string, { name, role, state }: AccountChange, by: By): Promise<Account> {
      if (name !== undefined && name.trim() === '') throw invalidField('name', 'must not be empty');
      return db.write(async (tx) => {
        const before = await getAccount(tx, id);
        const after = changed(before, { name, role, state });
        const isDisabled = after.state === 'disabled';
        await operators.updateIn(tx, id, { ...after, state: isDisabled ? 'inactive' : 'active' });
        if (before.role === 'owner') await requireOwnerIn(tx, operators);
        if (isDisabled) await operators.endSignInsIn(tx, id, 'account disabled');
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
        const { role, name } = await getAccount(tx, id);
        await operators.deleteIn(tx, id);
        if (role === 'owner') await requireOwnerIn(tx, operators);
        await revokeAllOf(tx, id, { audit, by });
        await audit.record(tx, { action: 'portal.account.remove', ...by, targetId: id, detail: name });
      }),

    /**
     * Turns the second factor off for someone who lost both authenticator and recovery codes, removes
     * the passkeys, which replace it, and ends the account's sessions and access tokens. Throws `not_found`.
     */
    resetSecondFactor: (id: string, by: By): Promise<Account> =>
      db.write(async (tx) => {
        const account = await getAccount(tx, id);
        await operatorSecondFactor.clearIn(tx, id);
        await operatorPasskeys.removeAllIn(tx, id);
        await operators.endSignInsIn(tx, id, 'second factor reset');
        await endTokens(tx, id);
        await audit.record(tx, { action: 'portal.second-factor.reset', ...by, targetId: id });
        return { ...account, secondFactorSince: undefined };
      }),
  };
}

/** Throws `last_owner` unless an enabled owner remains. */
async function requireOwnerIn(tx: Transaction, operators: Pick<Operators, 'hasOwnerIn'>): Promise<void> {
  if (!(await operators.hasOwnerIn(tx))) throw new ApiError('last_owner');
}

/** Ends the access tokens of an account. */
export async function endTokens(tx: Transaction, accountId: string): Promise<void> {
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
