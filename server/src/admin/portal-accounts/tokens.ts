import { MAX_TOKEN_NAME } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { BackgroundUnits } from '../../database/background-units.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Db } from '../../database/index.ts';
import type { Operators } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { createFindToken } from './find-token.ts';
import { type Token, toToken } from './token.ts';
import { createTokenWrites, MAX_TOKENS, type NewToken, storedScopes } from './token-writes.ts';

/** How long an expired token is listed, and refused as expired instead of unknown. */
const EXPIRED_LISTED_MS = 30 * 24 * 3600 * 1000;

const EXPIRING = { table: 'portal_tokens', key: ['id'], time: 'expires' } as const;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  operators: Operators;
  backgroundUnits: BackgroundUnits;
};

export type Tokens = ReturnType<typeof createTokens>;

/** Stores the access tokens of accounts. Only a hash of each token is stored. */
export function createTokens({ db, clock, audit, operators, backgroundUnits }: Dependencies) {
  const { createIn, revokeIn } = createTokenWrites({ clock, audit, operators });
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
    async create(accountId: string, token: NewToken, by: By) {
      const wanted = checked(token);
      return db.write((tx) => createIn(tx, accountId, wanted, by));
    },

    /**
     * Makes sure that the account has a token of this name with these scopes, and that it is `held` if that is given.
     * Returns the token that it created instead of others of the name; undefined when there was nothing to do. Throws
     * `invalid_request` or `quota_exceeded`.
     */
    async provide(accountId: string, { held, ...token }: NewToken & { held?: string }, by: By) {
      const wanted = checked(token);
      return db.write(async (tx) => {
        const named = tx
          .selectFrom('portal_tokens')
          .select(['id', 'token_hash', 'scopes', 'expires'])
          .where('account_id', '=', accountId)
          .where('name', '=', wanted.name)
          .limit(MAX_TOKENS);
        const existing = await named.execute();
        const isProvided = existing.some(
          ({ token_hash, scopes, expires }) =>
            expires > clock.now() &&
            scopes === storedScopes(wanted.scopes) &&
            (held === undefined || token_hash === hashSecret(held)),
        );
        if (isProvided) return undefined;
        for (const { id } of existing) await revokeIn(tx, accountId, id, by);
        return createIn(tx, accountId, wanted, by);
      });
    },

    /** Throws `not_found`. */
    revoke: (accountId: string, id: string, by: By): Promise<void> =>
      db.write((tx) => revokeIn(tx, accountId, id, by)),

    prune: (): Promise<void> => deleteUntil(db, EXPIRING, clock.now() - EXPIRED_LISTED_MS),
  };
}

/** Trims the name. Throws `invalid_request` naming the field. */
function checked({ name, scopes, ...rest }: NewToken): NewToken {
  const trimmed = name.trim();
  if (trimmed === '') throw invalidField('name', 'must not be empty');
  // Code points, as the schema counts them.
  if ([...trimmed].length > MAX_TOKEN_NAME)
    throw invalidField('name', `must have at most ${MAX_TOKEN_NAME} characters`);
  if (scopes.length === 0) throw invalidField('scopes', 'must not be empty');
  return { name: trimmed, scopes, ...rest };
}
