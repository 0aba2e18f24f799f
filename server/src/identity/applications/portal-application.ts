import type { Transaction } from '../../database/index.ts';
import { hashSecret, newToken } from '../../platform/random-token.ts';

/**
 * The id of the application whose users are the operators of the portal. It is a client of a kind of its own: nothing
 * finds it as an application, nobody knows its secret, and it may have no scope.
 */
export const PORTAL_APPLICATION = 'portal';

/** The kind of its row, which the types of the table leave out, so that no reader can ask for it. */
export const PORTAL_KIND = 'portal' as string as 'application';

/** Creates the application of operators with the first of them. */
export async function ensurePortalApplication(tx: Transaction, now: number): Promise<void> {
  await tx
    .insertInto('clients')
    .values({
      id: PORTAL_APPLICATION,
      kind: PORTAL_KIND,
      type: 'mobile',
      name: 'Azulejo',
      namespace: PORTAL_APPLICATION,
      secret_hash: hashSecret(newToken('azs')),
      redirect_uris_json: '[]',
      origins_json: '[]',
      scopes_json: '[]',
      minimum_password_length: 12,
      confirmation_hash: '',
      state: 'enabled',
      created: now,
      updated: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
