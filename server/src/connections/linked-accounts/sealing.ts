import type { Db } from '../../database/index.ts';
import type { Keyring } from '../../platform/keyring.ts';

/** The context in which credentials are sealed. */
export const CREDENTIALS_CONTEXT = 'maker-credentials';

/** The context in which the secrets of accounts are sealed. */
export const ACCOUNTS_CONTEXT = 'maker-account';

/** Maximum number of secrets of each kind that are tried. */
const MAX_TRIED = 200;

/**
 * Tries secrets of accounts and tokens of people, and returns how many of them no key opens. Their key may be
 * gone, or another one may have been created in its place, under the same number.
 */
export async function readLostSecrets(db: Db, keyring: Keyring) {
  const accounts = await db.read
    .selectFrom('linked_accounts')
    .select('sealed_secret as sealed')
    .where('sealed_secret', 'is not', null)
    .orderBy('updated')
    .limit(MAX_TRIED)
    .execute();
  const credentials = await db.read
    .selectFrom('linked_credentials')
    .select('sealed')
    .limit(MAX_TRIED)
    .execute();
  return {
    accounts: await countLost(keyring, accounts, ACCOUNTS_CONTEXT),
    credentials: await countLost(keyring, credentials, CREDENTIALS_CONTEXT),
  };
}

async function countLost(keyring: Keyring, rows: readonly { sealed: string | null }[], context: string) {
  let count = 0;
  for (const { sealed } of rows)
    if (sealed !== null && (await keyring.unseal(sealed, context)) === undefined) count += 1;
  return count;
}
