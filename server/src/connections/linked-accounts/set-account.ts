import type { By } from '../../core/audit/index.ts';
import type { Transaction } from '../../database/index.ts';
import type { Client } from '../../identity/applications/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { Account, Dependencies } from './account.ts';
import { ACCOUNTS_CONTEXT } from './sealing.ts';

export type NewAccount = {
  readonly application: string;
  readonly clientId: string;
  /** `undefined` when the maker gave none. */
  readonly clientSecret: string | undefined;
  /** Whether the stored secret is kept when no other is given. */
  readonly keepsSecret?: boolean;
  readonly origins: readonly string[];
};

const MAX_ORIGINS = 10;
const MAX_LENGTH = 2_000;

/** Finds a manager and an application by id or namespace. */
export async function partiesOf(
  { applications }: Pick<Dependencies, 'applications'>,
  managerName: string,
  applicationName: string,
) {
  const manager = await applications.get(managerName);
  if (manager.kind !== 'manager') throw invalidField('manager', `"${manager.name}" is not a manager`);
  const application = await applications.get(applicationName);
  if (application.kind !== 'application')
    throw invalidField('application', `"${application.name}" is not an application`);
  return { manager, application };
}

/** Stores the account, and replaces the one before. */
export const createSet = (dependencies: Dependencies) => {
  const { db, clock, audit, keyring, outbound } = dependencies;
  return async (
    managerName: string,
    { application: applicationName, clientId, clientSecret, keepsSecret = false, origins }: NewAccount,
    by: By = {},
  ): Promise<{ manager: Client; application: Client; account: Account }> => {
    const { manager, application } = await partiesOf(dependencies, managerName, applicationName);
    requireText('client_id', clientId);
    const checked = checkOrigins(outbound, origins);
    const key = { manager_id: manager.id, application_id: application.id };
    const sealed =
      clientSecret === undefined
        ? null
        : await keyring.seal(requireText('client_secret', clientSecret), ACCOUNTS_CONTEXT);
    const { sealed_secret, updated } = await db.write(async (tx) => {
      const values = {
        client_id: clientId,
        sealed_secret: sealed ?? (keepsSecret ? await storedSecret(tx, key, checked) : null),
        origins_json: JSON.stringify(checked),
        updated: clock.now(),
      };
      await tx
        .insertInto('linked_accounts')
        .values({ ...key, ...values })
        .onConflict((conflict) => conflict.columns(['manager_id', 'application_id']).doUpdateSet(values))
        .execute();
      const detail = application.name;
      await audit.record(tx, { ...by, action: 'maker-account.set', targetId: manager.id, detail });
      return values;
    });
    const account = {
      managerId: manager.id,
      applicationId: application.id,
      clientId,
      hasSecret: sealed_secret !== null,
      origins: checked,
      updated,
    };
    return { manager, application, account };
  };
};

function requireText(field: string, text: string): string {
  if (text === '' || text.length > MAX_LENGTH)
    throw invalidField(field, `must have 1 to ${MAX_LENGTH} characters`);
  return text;
}

/**
 * Returns the sealed secret of the account. It was given for the origins of the account: with another one,
 * anybody who may change accounts could have it sent to their own server.
 */
async function storedSecret(
  tx: Transaction,
  key: { manager_id: string; application_id: string },
  origins: readonly string[],
): Promise<string | null> {
  const row = await tx
    .selectFrom('linked_accounts')
    .select(['sealed_secret', 'origins_json'])
    .where('manager_id', '=', key.manager_id)
    .where('application_id', '=', key.application_id)
    .executeTakeFirst();
  if (!row || row.sealed_secret === null) return null;
  const before = new Set(JSON.parse(row.origins_json) as string[]);
  if (origins.some((origin) => !before.has(origin)))
    throw invalidField('client_secret', 'must be entered again when an origin is added');
  return row.sealed_secret;
}

function checkOrigins(outbound: Outbound, origins: readonly string[]): string[] {
  if (origins.length === 0 || origins.length > MAX_ORIGINS)
    throw invalidField('origins', `must be given at least once and at most ${MAX_ORIGINS} times`);
  return [...new Set(origins.map((text) => checkOrigin(outbound, text)))];
}

function checkOrigin(outbound: Outbound, text: string): string {
  const url = URL.parse(text);
  if (url?.pathname !== '/' || url.search !== '' || text.includes('#'))
    throw invalidField('origins', `must be scheme://host[:port], not "${text.slice(0, 200)}"`);
  const reason = outbound.refuseUrl(url.href);
  if (reason !== undefined) throw invalidField('origins', reason);
  return url.origin;
}
