import type { By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Account, Dependencies } from './account.ts';
import { ACCOUNTS_CONTEXT } from './sealing.ts';
import { createSet, partiesOf } from './set-account.ts';

export type OpenAccount = Account & { readonly clientSecret: string | undefined };

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Stores which account each application has at the maker behind a manager: the maker knows applications by its own
 * ids. The secret is sealed, and is sent only to the origins of the account.
 */
export function createAccounts(dependencies: Dependencies) {
  const { db, audit, keyring } = dependencies;
  const { byKey, ofManager } = prepare(db);

  return {
    set: createSet(dependencies),

    /** Throws `not_found` when the application has no account there. */
    async remove(managerName: string, applicationName: string, by: By = {}): Promise<void> {
      const { manager, application } = await partiesOf(dependencies, managerName, applicationName);
      await db.write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('linked_accounts')
          .where('manager_id', '=', manager.id)
          .where('application_id', '=', application.id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw new ApiError('not_found', { detail: 'There is no such account.' });
        await audit.record(tx, {
          ...by,
          action: 'maker-account.remove',
          targetId: manager.id,
          detail: application.name,
        });
      });
    },

    /** Returns the accounts of all applications at the maker behind the manager. */
    list: async (managerId: string): Promise<Account[]> =>
      (await ofManager.all({ managerId })).map(toAccount),

    /** Returns the account with its secret; undefined when there is none. */
    async open(managerId: string, applicationId: string): Promise<OpenAccount | undefined> {
      const row = await byKey.get({ managerId, applicationId });
      if (!row) return undefined;
      const { sealedSecret } = row;
      const clientSecret =
        sealedSecret === null ? undefined : await keyring.unseal(sealedSecret, ACCOUNTS_CONTEXT);
      if (sealedSecret !== null && clientSecret === undefined)
        throw new Error('The key that sealed the secret of a maker’s account is missing in DATA_DIR/keys.');
      return { ...toAccount(row), clientSecret };
    },

    /** Seals all secrets with the newest key. Returns how many. */
    reseal: createReseal(dependencies),
  };
}

type Row = {
  managerId: string;
  applicationId: string;
  clientId: string;
  sealedSecret: string | null;
  originsJson: string;
  updated: number;
};

const toAccount = ({ sealedSecret, originsJson, ...row }: Row): Account => ({
  ...row,
  hasSecret: sealedSecret !== null,
  origins: JSON.parse(originsJson) as string[],
});

const createReseal =
  ({ db, keyring }: Dependencies) =>
  async (): Promise<number> => {
    // An operator enters these by hand, so there are few.
    const rows = await db.read
      .selectFrom('linked_accounts')
      .select(['manager_id', 'application_id', 'sealed_secret'])
      .where('sealed_secret', 'is not', null)
      .execute();
    let count = 0;
    for (const { manager_id, application_id, sealed_secret: before } of rows) {
      if (before === null || !(await keyring.needsReseal(before))) continue;
      const text = await keyring.unseal(before, ACCOUNTS_CONTEXT);
      if (text === undefined) continue;
      const sealed_secret = await keyring.seal(text, ACCOUNTS_CONTEXT);
      await db.write((tx) =>
        tx
          .updateTable('linked_accounts')
          .set({ sealed_secret })
          .where('manager_id', '=', manager_id)
          .where('application_id', '=', application_id)
          .where('sealed_secret', '=', before)
          .execute(),
      );
      count += 1;
    }
    return count;
  };

const columns = [
  'manager_id as managerId',
  'application_id as applicationId',
  'client_id as clientId',
  'sealed_secret as sealedSecret',
  'origins_json as originsJson',
  'updated',
] as const;

function prepare(db: Db) {
  return {
    byKey: db.prepare<{ managerId: string; applicationId: string }>()((kysely, p) =>
      kysely
        .selectFrom('linked_accounts')
        .select(columns)
        .where('manager_id', '=', p('managerId'))
        .where('application_id', '=', p('applicationId')),
    ),
    ofManager: db.prepare<{ managerId: string }>()((kysely, p) =>
      kysely
        .selectFrom('linked_accounts')
        .select(columns)
        .where('manager_id', '=', p('managerId'))
        .orderBy('application_id'),
    ),
  };
}
