import type { BoundStatement } from '@azulejo/storage';
import { type Caller, type Principal, toRights } from '../../../core/access/index.ts';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { TokenStatements } from '../tokens/token-statements.ts';

/** A stored access token and the sign-in it belongs to. */
export type PresentedToken = NonNullable<Awaited<ReturnType<TokenStatements['accessToken']['get']>>>;

export const callerOfToken = (token: PresentedToken): Caller => ({
  kind: token.userId === null ? 'client' : 'user',
  id: token.userId ?? token.clientId,
  clientId: token.clientId,
  scopes: JSON.parse(token.scopes) as string[],
  rights: toRights(token.rights),
});

export const principalOfToken = (token: PresentedToken): Principal => ({
  ...callerOfToken(token),
  tokenId: token.id,
  signInId: token.signInId,
});

/** How often the last use of a sign-in is stored. */
const TOUCH_MS = 15 * 60 * 1000;

/**
 * Records uses of a token. The first use of a successor ends the grace period of the previous refresh token;
 * it is stored before the request takes effect.
 */
export function createMarkUsed(db: Db, clock: Clock, statements: TokenStatements) {
  return async function markUsed(token: PresentedToken): Promise<void> {
    const { signInId: id, generation, signInGeneration, successorUsedAt, lastUsed } = token;
    const now = clock.now();
    const isFirstOfSuccessor = successorUsedAt === null && generation > 0 && generation === signInGeneration;
    const isLastUseOld = now - lastUsed > TOUCH_MS;
    // Nearly every request returns here, without a write.
    if (!isFirstOfSuccessor && !isLastUseOld) return;
    const marks: BoundStatement[] = [];
    if (isFirstOfSuccessor) marks.push(statements.markSuccessorUsed.bind({ id, generation, now }));
    if (isLastUseOld) marks.push(statements.markUsed.bind({ id, now }));
    await db.unit(marks);
  };
}
