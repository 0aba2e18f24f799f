import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../core/access/index.ts';
import type { Db } from '../../../database/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { coalescePerTick } from '../../../platform/coalesce-per-tick.ts';
import { hashSecret } from '../../../platform/random-token.ts';
import { isEnded } from '../tokens/stored-sign-in.ts';
import type { TokenStatements } from '../tokens/token-statements.ts';
import { createMarkUsed, principalOfToken } from './presented-token.ts';

/** Accepts `Bearer` (spec 5.1) and, for the phone apps, `OAuth2.0`, with the same meaning. */
const SCHEME = /^(?:bearer|oauth2\.0) +(\S+)$/i;

/** The revisions are those of the person who signed in and the person's own home; 0 for a client's own token. */
export type Authenticated = {
  principal: Principal;
  userRevision: number;
  /** Undefined for a client's own token. */
  homeId: string | undefined;
  homeRevision: number;
};

/**
 * Finds the principal of an access token. Nothing is cached, so that a revocation takes effect immediately. Only
 * requests with the same token in the same tick share one query: apps read up to eight lists at the same
 * time.
 */
export function createAuthenticate(db: Db, clock: Clock, statements: TokenStatements) {
  const markUsed = createMarkUsed(db, clock, statements);
  const coalesce = coalescePerTick<Authenticated>();

  return async function authenticate(request: FastifyRequest): Promise<Authenticated> {
    const token = tokenOf(request);
    return coalesce(token, () => find(token));
  };

  async function find(token: string): Promise<Authenticated> {
    // The token's checksum is not verified: that costs as much as the database query, which makes it
    // unnecessary.
    const row = await statements.accessToken.get({ hash: hashSecret(token) });
    if (!row) throw new ApiError('invalid_token');
    if (isEnded(row)) throw new ApiError('revoked_token');
    // A token that was refused while the clock was ahead is accepted again once the clock is right: its lifetime, which
    // the refusal cut short, goes on. Judging by the latest time ever seen instead would refuse every new token until
    // that time has come, and so everybody. Ended sign-ins and used tokens are refused by their state, at any time.
    if (row.expires <= clock.now()) throw new ApiError('expired_token');
    await markUsed(row);
    return {
      principal: principalOfToken(row),
      userRevision: row.userRevision ?? 0,
      homeId: row.homeId ?? undefined,
      homeRevision: row.homeRevision ?? 0,
    };
  }
}

function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new ApiError('token_required');
  // Android may send the header twice with the same value (android-app 1.2), which Node joins with a comma.
  const [value = '', ...others] = header.split(',').map((each) => each.trim());
  const token = others.every((other) => other === value) ? SCHEME.exec(value)?.[1] : undefined;
  if (token === undefined)
    throw new ApiError('invalid_token', {
      detail: 'The Authorization header must be "Bearer <access_token>".',
    });
  return token;
}
