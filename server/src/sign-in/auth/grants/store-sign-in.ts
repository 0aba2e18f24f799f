import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { TokenIssuer } from '../tokens/issuer.ts';
import type { SignInInput } from '../tokens/new-sign-in.ts';
import type { Issued } from './grant.ts';

type Dependencies = { db: Db; issuer: TokenIssuer; metrics: Metrics };
type Around = { before?: readonly BoundStatement[]; after?: readonly BoundStatement[] };

export type StoreSignIn = ReturnType<typeof createStoreSignIn>;

/**
 * Returns a function that stores a new sign-in in one unit with the statements before and after it. It throws
 * `bad_credentials` when those before it find no row.
 */
export function createStoreSignIn({ db, issuer, metrics }: Dependencies) {
  return async (signIn: SignInInput, { before = [], after = [] }: Around = {}): Promise<Issued> => {
    const { token, signInId, statements } = issuer.newSignIn(signIn);
    const { committed } = await db.unit([...before, ...statements, ...after]);
    const flow = signIn.passkeyId === undefined ? signIn.grantType : 'passkey';
    metrics.signIns.inc({ flow, result: committed ? 'ok' : 'refused' });
    if (!committed) throw new ApiError('bad_credentials');
    return { token, signInId };
  };
}
