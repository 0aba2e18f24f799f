import { DEFAULT_TOKEN_DAYS, type PortalScope } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Transaction } from '../../database/index.ts';
import { runStatement } from '../../database/run-statement.ts';
import type { Operators } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newId, newToken } from '../../platform/random-token.ts';
import { toToken } from './token.ts';

export const MAX_TOKENS = 20;
const DAY_MS = 24 * 3600 * 1000;
/** The prefix and four letters: enough to recognize a token, of no use to guess it. */
const HINT_LENGTH = 8;

export type NewToken = { name: string; scopes: PortalScope[]; days?: number };

type Dependencies = { clock: Clock; audit: Audit; operators: Operators };

/** Creates and revokes access tokens inside a unit. */
export function createTokenWrites({ clock, audit, operators }: Dependencies) {
  async function createIn(
    tx: Transaction,
    accountId: string,
    { name, scopes, days = DEFAULT_TOKEN_DAYS }: NewToken,
    by: By,
  ) {
    const token = newToken('azk');
    const row = newRow(token, { accountId, name, scopes, days }, clock.now());
    await requireRoom(tx, operators, accountId);
    await tx.insertInto('portal_tokens').values(row).execute();
    const detail = `${row.name} (${scopes.join(', ')})`;
    await audit.record(tx, { action: 'portal.token.create', ...by, targetId: row.id, detail });
    return { token, record: toToken(row) };
  }

  async function revokeIn(tx: Transaction, accountId: string, id: string, by: By): Promise<void> {
    const revoked = await tx
      .deleteFrom('portal_tokens')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('name')
      .executeTakeFirst();
    if (!revoked) throw new ApiError('not_found');
    await audit.record(tx, { action: 'portal.token.revoke', ...by, targetId: id, detail: revoked.name });
  }

  return { createIn, revokeIn };
}

/** Returns the scopes as their column has them. */
export const storedScopes = (scopes: readonly PortalScope[]): string => JSON.stringify(scopes.toSorted());

const newRow = (
  token: string,
  { accountId, name, scopes, days }: { accountId: string; name: string; scopes: PortalScope[]; days: number },
  created: number,
) => ({
  id: newId(),
  token_hash: hashSecret(token),
  account_id: accountId,
  name,
  hint: token.slice(0, HINT_LENGTH),
  scopes: storedScopes(scopes),
  created,
  expires: created + days * DAY_MS,
  last_used: null,
});

/** Throws `quota_exceeded` when the account has too many tokens. */
async function requireRoom(tx: Transaction, operators: Operators, accountId: string): Promise<void> {
  // Locks the account, so that two requests at the same time do not exceed the maximum.
  await runStatement(tx, operators.lockActiveStatement(accountId));
  const stored = tx.selectFrom('portal_tokens').select('id').where('account_id', '=', accountId);
  if ((await stored.limit(MAX_TOKENS).execute()).length >= MAX_TOKENS)
    throw new ApiError('quota_exceeded', {
      detail: `An account has at most ${MAX_TOKENS} access tokens: revoke one that is not used.`,
    });
}
