import type { Audit } from '../../../core/audit/index.ts';
import type { Db } from '../../../database/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { type Clock, MAX_AHEAD_MS } from '../../../platform/clock.ts';
import { networkOf } from '../../../platform/network.ts';
import { hashSecret } from '../../../platform/random-token.ts';
import type { TokenIssuer } from '../tokens/issuer.ts';
import { openSuccessor } from '../tokens/rotation.ts';
import type { StoredSignIn } from '../tokens/stored-sign-in.ts';
import type { IssuedToken } from '../tokens/token-record.ts';

/** How long, at least, the direct predecessor is accepted after the rotation. */
const MIN_GRACE_MS = 120_000;
/**
 * How long an unused successor is returned again. A phone that was off for longer must sign in again, since a
 * stolen token must not work forever.
 */
const UNUSED_GRACE_MS = 30 * 24 * 3600 * 1000;
/** How long after the successor's first use its predecessor is accepted, for requests sent in parallel. */
const GRACE_AFTER_USE_MS = 30_000;
/** Minimum time between two records of one sign-in as shared. */
const SHARED_AGAIN_MS = 24 * 3600 * 1000;

type Dependencies = { db: Db; clock: Clock; audit: Audit; issuer: TokenIssuer };
type Presented = { refreshToken: string; address: string };

/**
 * Decides about a refresh token that is no longer the current one.
 * 1. The predecessor in its grace period: return the same successor again, and record it if two networks got
 *    it. Client credentials have no limit to this period.
 * 2. Any other token is reuse: end the sign-in. For client credentials, only refuse the token.
 */
export function createUsedRefreshToken({ db, clock, audit, issuer: { statements } }: Dependencies) {
  return async function useAgain(signIn: StoredSignIn, presented: Presented): Promise<IssuedToken> {
    const isPredecessor = signIn.previous_hash === hashSecret(presented.refreshToken);
    // A client may read the specification as allowing it to keep its first refresh token, so reuse does not
    // end its sign-in.
    if (signIn.grant_type === 'client_credentials') {
      if (isPredecessor) return successorOf(signIn, presented);
      throw new ApiError('invalid_refresh_token', { detail: 'A newer refresh token was issued.' });
    }
    if (isPredecessor && isInGrace(signIn, clock.now())) {
      await recordSharing(signIn, presented.address);
      return successorOf(signIn, presented);
    }
    await endReused(signIn, presented.address);
    throw new ApiError('invalid_refresh_token', {
      detail: 'The refresh token was used before; the sign-in was ended.',
    });
  };

  async function endReused(signIn: StoredSignIn, address: string): Promise<void> {
    await db.unit([
      statements.revokeSignIn.bind({ id: signIn.id, now: clock.now(), because: 'refresh token reused' }),
      audit.statement({ action: 'token.reuse', ...partiesOf(signIn), address }),
    ]);
  }

  /**
   * Records that two networks got the same successor: either the phone moved from one to the other, or
   * someone stole the refresh token and used it first. Sessions show it, since only the user can know which.
   */
  async function recordSharing(signIn: StoredSignIn, address: string): Promise<void> {
    const { id, rotated_address: first } = signIn;
    if (first === null || networkOf(first) === networkOf(address)) return;
    const now = clock.now();
    const mark = { id, address, now, before: now - SHARED_AGAIN_MS };
    const detail = `first fetched from ${first}`;
    await db.unit([
      statements.markShared.bind(mark, { expectRow: true }),
      audit.statement({ action: 'token.shared', ...partiesOf(signIn), address, detail }),
    ]);
  }
}

const partiesOf = (signIn: StoredSignIn) => ({
  actorId: signIn.user_id ?? signIn.client_id,
  targetId: signIn.client_id,
});

function isInGrace(signIn: StoredSignIn, now: number): boolean {
  const rotatedAt = signIn.rotated_at ?? 0;
  if (signIn.successor_used_at === null) return now < rotatedAt + UNUSED_GRACE_MS;
  // Otherwise, times of a clock that was ahead would keep a used token valid until they are past.
  if (Math.max(rotatedAt, signIn.successor_used_at) > now + MAX_AHEAD_MS) return false;
  return now < Math.max(rotatedAt + MIN_GRACE_MS, signIn.successor_used_at + GRACE_AFTER_USE_MS);
}

function successorOf({ sealed_successor: sealed }: StoredSignIn, { refreshToken }: Presented): IssuedToken {
  const successor = sealed === null ? undefined : openSuccessor(sealed, refreshToken);
  if (successor === undefined) throw new ApiError('invalid_refresh_token');
  return successor;
}
