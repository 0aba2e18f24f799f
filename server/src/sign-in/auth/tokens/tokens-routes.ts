import type { resources } from '@azulejo/contract';
import { type Handlers, isSelf, type Principal } from '../../../core/access/index.ts';
import type { Audit } from '../../../core/audit/index.ts';
import type { Db } from '../../../database/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { NO_STORE } from '../../../platform/http/replies.ts';
import { requireMatch } from '../../../platform/http/send-reply.ts';
import { revisionOf } from '../../../platform/revision.ts';
import { type Endpoints, toTokenMetadata } from './token-record.ts';
import type { TokenStatements } from './token-statements.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; statements: TokenStatements; endpoints: Endpoints };

/** Handles a token record at its `href`: reading it by its owner, and signing out. */
export function tokenHandlers({
  db,
  clock,
  audit,
  statements,
  endpoints,
}: Dependencies): Handlers<typeof resources.tokens> {
  /** Throws `not_found` for tokens of others, which does not reveal whether they exist. */
  async function find(id: string, principal: Principal) {
    const row = await statements.tokenById.get({ id });
    if (!row || row.revokedAt !== null) throw new ApiError('not_found');
    const owner = { id: row.userId ?? row.clientId, clientId: row.clientId };
    if (!isSelf(principal, owner)) throw new ApiError('not_found');
    const { expires_in, ...document } = toTokenMetadata(
      { ...row, scopes: JSON.parse(row.scopes) as string[] },
      endpoints,
      clock.now(),
    );
    return { row, body: { ...document, expires_in }, revision: revisionOf(1, document) };
  }

  return {
    get: async ({ input, context }) => {
      const { body, revision } = await find(input.token_id, context.principal);
      return { body, revision, cacheControl: NO_STORE };
    },
    delete: async ({ input, context, request }) => {
      const { principal } = context;
      const { row, revision } = await find(input.token_id, principal);
      requireMatch(request, revision);
      await db.unit([
        statements.revokeSignIn.bind({ id: row.signInId, now: clock.now(), because: 'signed out' }),
        audit.statement({
          action: 'sign-out',
          actorId: principal.id,
          targetId: row.clientId,
          address: context.address,
        }),
      ]);
      return { body: {} };
    },
  };
}
