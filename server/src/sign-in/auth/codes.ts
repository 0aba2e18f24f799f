import type { Db } from '../../database/index.ts';
import type { Client } from '../../people/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { hashSecret, parseToken } from '../../platform/random-token.ts';
import { maySignIn } from './presented-token.ts';
import type { IssuedToken } from './token-record.ts';
import type { TokenIssuer } from './tokens.ts';

type CodeRequest = {
  client: Client;
  code: string;
  redirectUri: string | undefined;
  state: string | undefined;
  /** Throws unless the client proved its secret; called for codes that were sent in a redirect. */
  requireSecret: () => Promise<void>;
};

/** Creates and redeems one-time exchange codes (spec 2.2 `code`, 4.3 `redirect_uri`). */
export function createCodes({ db, clock, issuer }: { db: Db; clock: Clock; issuer: TokenIssuer }) {
  const { statements } = issuer;

  /**
   * Redeems a code for a new sign-in of the same owner. A second redemption ends that sign-in (RFC 6749
   * 4.1.2).
   * 1. Find the code and its original sign-in, which must belong to this client.
   * 2. For a code sent in a redirect, require the client's secret and the same `redirect_uri`.
   * 3. Refuse a redeemed or expired code, and one whose sign-in has ended.
   * 4. In one unit, lock the original sign-in, claim the code and store the new sign-in.
   */
  async function redeem(request: CodeRequest): Promise<IssuedToken> {
    const hash = hashSecret(request.code);
    const row =
      parseToken('azc', request.code) === undefined ? undefined : await statements.code.get({ hash });
    if (!row) throw new Problem('invalid_code');
    const origin = await statements.family.get({ id: row.family_id });
    if (!origin || origin.client_id !== request.client.id) throw new Problem('invalid_code');
    if (row.redirect_uri !== null) {
      await request.requireSecret();
      if (request.redirectUri !== row.redirect_uri) {
        throw new Problem('invalid_code', { detail: 'The code was issued for another redirect_uri.' });
      }
    }
    if (row.redeemed_family_id !== null) return refuseSecond(row.redeemed_family_id);
    if (row.expires <= clock.now()) throw new Problem('invalid_code', { detail: 'The code has expired.' });
    if (origin.revoked_at !== null || origin.client_state !== 'enabled' || !maySignIn(origin.user_state)) {
      throw signInEnded();
    }
    const signIn = issuer.signIn({
      client: request.client,
      userId: origin.user_id ?? undefined,
      grantType: origin.grant_type,
      scopes: JSON.parse(origin.scopes_json) as string[],
      state: request.state ?? origin.state ?? undefined,
    });
    const hold = statements.holdFamily.bind({ id: origin.id }, { expectRow: true });
    const claim = statements.redeemCode.bind({ hash, familyId: signIn.familyId }, { expectRow: true });
    const result = await db.unit([hold, claim, ...signIn.statements]);
    if (result.committed) return signIn.token;
    if (result.failedAt === 0) throw signInEnded();
    return refuseSecond((await statements.code.get({ hash }))?.redeemed_family_id ?? undefined);
  }

  async function refuseSecond(familyId: string | undefined): Promise<never> {
    if (familyId !== undefined) {
      await db.unit([
        statements.revokeFamily.bind({ id: familyId, now: clock.now(), because: 'code redeemed twice' }),
      ]);
    }
    throw new Problem('invalid_code', { detail: 'The code was redeemed before.' });
  }

  /** Creates a code to send in a redirect, for an existing sign-in. */
  async function forRedirect(familyId: string, redirectUri: string): Promise<string> {
    const { code, statement } = issuer.code(familyId, redirectUri, clock.now());
    await db.unit([statement]);
    return code;
  }

  return { redeem, forRedirect };
}

const signInEnded = () => new Problem('invalid_code', { detail: 'The sign-in was ended.' });

export type Codes = ReturnType<typeof createCodes>;
