import type { PortalRole } from '@azulejo/contract';
import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { ensurePortalApplication, PORTAL_APPLICATION } from '../applications/index.ts';
import { newRow } from './new-user.ts';
import { nameKey, type User } from './user.ts';
import { createUsers } from './users.ts';

export type Operators = ReturnType<typeof createOperators>;

/** An account of the portal, as its owners change it. */
export type Operator = { name: string; role: PortalRole; state: User['state'] };

type NewOperator = { email: string; emailKey: string; name: string; role: PortalRole; passwordHash: string };

type Dependencies = Omit<Parameters<typeof createUsers>[0], 'kind'>;

const APPLICATION = { id: PORTAL_APPLICATION, namespace: PORTAL_APPLICATION };

/** Stores the operators of the portal: the users of its application, with a role. They have no home. */
export function createOperators(dependencies: Dependencies) {
  const { clock } = dependencies;
  return {
    ...createUsers({ ...dependencies, kind: 'operator' }),

    /** Creates an operator and returns its id. Throws `user_exists`. */
    async insertIn(tx: Transaction, { role, ...account }: NewOperator): Promise<string> {
      await ensurePortalApplication(tx, clock.now());
      const row = newRow({ ...account, client: APPLICATION, mustConfirmEmail: false }, clock.now());
      const stored = await tx
        .insertInto('users')
        .values({ ...row, home_id: null, role })
        .onConflict((conflict) => conflict.columns(['client_id', 'email_key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!stored)
        throw new ApiError('user_exists', { fields: [{ field: 'email', reason: 'has an account' }] });
      return stored.id;
    },

    async updateIn(tx: Transaction, id: string, { name, role, state }: Operator): Promise<void> {
      await tx
        .updateTable('users')
        .set({ name, name_key: nameKey(name), role, state, updated: clock.now() })
        .where('id', '=', id)
        .where('client_id', '=', PORTAL_APPLICATION)
        .execute();
    },

    /** Deletes an operator and everything that it has. */
    async deleteIn(tx: Transaction, id: string): Promise<void> {
      await tx.deleteFrom('users').where('id', '=', id).where('client_id', '=', PORTAL_APPLICATION).execute();
    },

    /** Returns whether there is an owner who may sign in. Once there is one, one remains. */
    async hasOwnerIn(reader: Pick<Transaction, 'selectFrom'>): Promise<boolean> {
      const owner = reader
        .selectFrom('users')
        .select('id')
        .where('client_id', '=', PORTAL_APPLICATION)
        .where('role', '=', 'owner')
        .where('state', '=', 'active');
      return (await owner.limit(1).executeTakeFirst()) !== undefined;
    },
  };
}
