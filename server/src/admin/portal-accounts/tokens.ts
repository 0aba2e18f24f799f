import { DEFAULT_TOKEN_DAYS, type PortalScope } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { BackgroundUnits } from '../../database/background-units.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { hashSecret, newId, newToken } from '../../platform/random-token.ts';
import { createFindToken } from './find-token.ts';
import { type Token, toToken } from './token.ts';

const MAX_TOKENS = 20;
const DAY_MS = 24 * 3600 * 1000;
/** How long an expired token is listed, and refused as expired instead of unknown. */
const EXPIRED_LISTED_MS = 30 * DAY_MS;
/** The prefix and four letters: enough to recognize a token, of no use to guess it. */
const HINT_LENGTH = 8;

export type NewToken = { name: string; scopes: PortalScope[]; days?: number | undefined };

type Dependencies = { db: Db; clock: Clock; audit: Audit; backgroundUnits: BackgroundUnits };

export type Tokens = ReturnType<typeof createTokens>;

/** Stores the access tokens of accounts. Only a hash of each token is stored. */
export function createTokens({ db, clock, audit, backgroundUnits }: Dependencies) {
  return {
    find: createFindToken({ db, clock, backgroundUnits }),

    /** Returns the account's tokens, the newest first. */
    list: async (accountId: string): Promise<Token[]> => {
      const rows = await db.read
        .selectFrom('portal_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires', '>', clock.now() - EXPIRED_LISTED_MS)
        .orderBy('created', 'desc')
        .orderBy('id')
        .limit(MAX_TOKENS)
        .execute();
      return rows.map(toToken);
    },

    /** Creates a token, which only the caller knows. Throws `invalid_request` or `quota_exceeded`. */
    async create(accountId: string, { name, scopes, days = DEFAULT_TOKEN_DAYS }: NewToken, by: By) {
      if (name.trim() === '') throw invalidField('name', 'must not be empty');
      const token = newToken('azk');
      const row = newRow(token, { accountId, name: name.trim(), scopes, days }, clock.now());
      await db.write(async (tx) => {
        await requireRoom(tx, accountId);
        await tx.insertInto('portal_tokens').values(row).execute();
        const detail = `${row.name} (${scopes.join(', ')})`;
        await audit.record(tx, { action: 'portal.token.create', ...by, targetId: row.id, detail });
      });
      return { token, record: toToken(row) };
    },

    /** Throws `not_found`. */
    revoke: (accountId: string, id: string, by: By): Promise<void> =>
      db.write(async (tx) => {
        const revoked = await tx
          .deleteFrom('portal_tokens')
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .returning('name')
          .executeTakeFirst();
        if (!revoked) throw new Problem('not_found');
        await audit.record(tx, { action: 'portal.token.revoke', ...by, targetId: id, detail: revoked.name });
      }),

    prune: (): Promise<void> =>
      deleteUntil(
        db,
        { table: 'portal_tokens', key: ['id'], time: 'expires' },
        clock.now() - EXPIRED_LISTED_MS,
      ),
  };
}

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
  scopes: JSON.stringify(scopes.toSorted()),
  created,
  expires: created + days * DAY_MS,
  last_used: null,
});

/** Throws `quota_exceeded` when the account has too many tokens. */
async function requireRoom(tx: Transaction, accountId: string): Promise<void> {
  // Locks the account, so that two requests at the same time do not exceed the maximum.
  await tx
    .updateTable('portal_accounts')
    .set((eb) => ({ updated: eb.ref('updated') }))
    .where('id', '=', accountId)
    .execute();
  const stored = tx.selectFrom('portal_tokens').select('id').where('account_id', '=', accountId);
  if ((await stored.limit(MAX_TOKENS).execute()).length >= MAX_TOKENS)
    throw new Problem('quota_exceeded', {
      detail: `An account has at most ${MAX_TOKENS} access tokens: revoke one that is not used.`,
    });
}
