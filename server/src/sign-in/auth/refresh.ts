import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Client } from '../../people/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { networkOf } from '../../platform/network.ts';
import { Problem } from '../../platform/problem.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { unseal } from '../../platform/sealed-box.ts';
import { maySignIn } from './presented-token.ts';
import type { IssuedToken } from './token-record.ts';
import { familyOf, SUCCESSOR_CONTEXT, type TokenIssuer } from './tokens.ts';

/** How long, at least, the direct predecessor is accepted after the rotation. */
const MIN_GRACE_MS = 120_000;
/**
 * How long an unused successor is returned again. A phone that was off for longer must sign in again, since a
 * stolen token must not work forever.
 */
const UNUSED_GRACE_MS = 30 * 24 * 3600 * 1000;
/** Minimum time between two records of one sign-in as shared. */
const SHARED_AGAIN_MS = 24 * 3600 * 1000;
/** How long after the successor's first use its predecessor is accepted, for requests sent in parallel. */
const GRACE_AFTER_USE_MS = 30_000;

type Dependencies = { db: Db; clock: Clock; audit: Audit; issuer: TokenIssuer };
type FamilyRow = NonNullable<Awaited<ReturnType<TokenIssuer['statements']['family']['get']>>>;
type Request = { client: Client; refreshToken: string; state: string | undefined; address: string };

/**
 * Rotates refresh tokens, with a grace period that depends on use: phones repeat a refresh whose response was
 * lost, perhaps days later, at their next launch (android-app 1.3).
 * 1. Find the family of tokens, which must be active and belong to the client.
 * 2. The current token: rotate it. If a parallel request did so first, continue with 3.
 * 3. The predecessor in its grace period: return the same successor again, and record it if two networks got
 *    it. Client credentials have no limit to this period.
 * 4. Any other token is reuse: end the family. For client credentials, only refuse the token.
 */
export function createRefresh({ db, clock, audit, issuer }: Dependencies) {
  const { statements } = issuer;

  async function refresh(request: Request): Promise<IssuedToken> {
    const family = await findFamily(request);
    if (family.current_hash !== hashSecret(request.refreshToken)) return handleUsedToken(family, request);
    const rotation = issuer.rotation(
      request.client,
      {
        id: family.id,
        generation: family.generation,
        userId: family.user_id,
        grantType: family.grant_type,
        scopes: JSON.parse(family.scopes_json) as string[],
        state: family.state,
      },
      request.refreshToken,
      request,
    );
    const result = await db.unit(rotation.statements);
    // Another request with the same token was first: return the same successor.
    if (!result.committed) return handleUsedToken(await findFamily(request), request);
    return rotation.token;
  }

  /** Throws `invalid_refresh_token` unless the token names an active family of this client. */
  async function findFamily({ client, refreshToken }: Request): Promise<FamilyRow> {
    const id = familyOf(refreshToken);
    const family = id === undefined ? undefined : await statements.family.get({ id });
    if (!family || family.client_id !== client.id) throw new Problem('invalid_refresh_token');
    const isAlive =
      family.revoked_at === null && family.client_state === 'enabled' && maySignIn(family.user_state);
    if (!isAlive) throw new Problem('invalid_refresh_token', { detail: 'The sign-in was ended.' });
    // This applies to the predecessor, too: the successor it would get has expired.
    if (family.expires <= clock.now()) {
      throw new Problem('invalid_refresh_token', { detail: 'The refresh token has expired.' });
    }
    return family;
  }

  async function handleUsedToken(family: FamilyRow, request: Request): Promise<IssuedToken> {
    const isPredecessor = family.previous_hash === hashSecret(request.refreshToken);
    // A client may read the specification as allowing it to keep its first refresh token, so reuse does not
    // end its sign-in.
    if (family.grant_type === 'client_credentials') {
      if (isPredecessor) return successor(family, request.refreshToken);
      throw new Problem('invalid_refresh_token', { detail: 'A newer refresh token was issued.' });
    }
    if (isPredecessor && isInGrace(family)) {
      await recordSharing(family, request);
      return successor(family, request.refreshToken);
    }
    await db.unit([
      statements.revokeFamily.bind({ id: family.id, now: clock.now(), because: 'refresh token reused' }),
      audit.statement({
        action: 'token.reuse',
        actorId: family.user_id ?? family.client_id,
        targetId: family.client_id,
        address: request.address,
      }),
    ]);
    throw new Problem('invalid_refresh_token', {
      detail: 'The refresh token was used before; the sign-in was ended.',
    });
  }

  /**
   * Records that two networks got the same successor: either the phone moved from one to the other, or
   * someone stole the refresh token and used it first. Sessions show it, since only the user can tell which.
   */
  async function recordSharing(family: FamilyRow, { address }: Request): Promise<void> {
    const { id, rotated_address: first } = family;
    if (first === null || networkOf(first) === networkOf(address)) return;
    const now = clock.now();
    const mark = statements.markShared.bind(
      { id, address, now, before: now - SHARED_AGAIN_MS },
      { expectRow: true },
    );
    const entry = {
      action: 'token.shared',
      actorId: family.user_id ?? family.client_id,
      targetId: family.client_id,
      address,
      detail: `first fetched from ${first}`,
    };
    await db.unit([mark, audit.statement(entry)]);
  }

  function isInGrace(family: FamilyRow): boolean {
    if (family.successor_used_at === null) return clock.now() < (family.rotated_at ?? 0) + UNUSED_GRACE_MS;
    const afterUse = family.successor_used_at + GRACE_AFTER_USE_MS;
    return clock.now() < Math.max((family.rotated_at ?? 0) + MIN_GRACE_MS, afterUse);
  }

  function successor(family: FamilyRow, presented: string): IssuedToken {
    const text =
      family.sealed_successor === null
        ? undefined
        : unseal(family.sealed_successor, presented, SUCCESSOR_CONTEXT);
    if (text === undefined) throw new Problem('invalid_refresh_token');
    return JSON.parse(text) as IssuedToken;
  }

  /** Returns the family without rotating its tokens. */
  async function findCurrent(request: Request): Promise<FamilyRow> {
    const family = await findFamily(request);
    if (family.current_hash !== hashSecret(request.refreshToken)) await handleUsedToken(family, request);
    return family;
  }

  return { refresh, findCurrent };
}
