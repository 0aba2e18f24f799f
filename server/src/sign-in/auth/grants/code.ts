import type { Db } from '../../../database/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret, parseToken } from '../../../platform/random-token.ts';
import type { TokenIssuer } from '../tokens/issuer.ts';
import type { SignInInput } from '../tokens/new-sign-in.ts';
import { isEnded, toSignIn } from '../tokens/stored-sign-in.ts';
import type { ClientAuthentication } from './client-authentication.ts';
import type { Grant, GrantInput, Visitor } from './grant.ts';

type Dependencies = { db: Db; clock: Clock; issuer: TokenIssuer; clients: ClientAuthentication };
type Parameters = ReturnType<typeof read>;
type Checked = { hash: string; originId: string; signIn: SignInInput };

/**
 * Redeems a one-time code for a new sign-in of the same owner (spec 4.4, RFC 6749 4.1.3). A second redemption
 * ends that sign-in (RFC 6749 4.1.2).
 * 1. Find the code and its original sign-in, which must belong to this client.
 * 2. For a code sent in a redirect, require the client's secret and the same `redirect_uri`.
 * 3. Refuse a redeemed or expired code, and one whose sign-in has ended.
 * 4. In one unit, lock the original sign-in, claim the code and store the new sign-in.
 */
export function createCodeGrant({
  db,
  clock,
  issuer,
  clients,
}: Dependencies): Grant<Parameters, Client, Checked> {
  const { statements } = issuer;

  /** Returns the code and its sign-in. Throws `invalid_code` for those of other clients. */
  async function find(code: string, hash: string, client: Client) {
    const row = parseToken('azc', code) === undefined ? undefined : await statements.code.get({ hash });
    const origin = row && (await statements.signIn.get({ id: row.sign_in_id }));
    if (!origin || origin.client_id !== client.id) throw new ApiError('invalid_code');
    return { row, origin };
  }

  async function refuseSecond(signInId: string | undefined): Promise<never> {
    if (signInId !== undefined) {
      await db.unit([
        statements.revokeSignIn.bind({ id: signInId, now: clock.now(), because: 'code redeemed twice' }),
      ]);
    }
    throw refused('The code was redeemed before.');
  }

  return {
    read,

    authenticate: ({ clientId, address }) => clients.requireEnabled(clientId, address),

    async check({ code, clientSecret, redirectUri, state, address, userAgent }, client) {
      const hash = hashSecret(code);
      const { row, origin } = await find(code, hash, client);
      if (row.redirect_uri !== null) {
        await clients.requireSecret(client.id, clientSecret, address);
        if (redirectUri !== row.redirect_uri) throw refused('The code was issued for another redirect_uri.');
      }
      if (row.redeemed_family_id !== null) return refuseSecond(row.redeemed_family_id);
      if (row.expires <= clock.now()) throw refused('The code has expired.');
      if (isEnded(origin)) throw refused(ENDED);
      const { id: originId, ...owner } = toSignIn(origin, client);
      return { hash, originId, signIn: { ...owner, state: state ?? owner.state, address: null, userAgent } };
    },

    async issue({ hash, originId, signIn }) {
      const { token, signInId, statements: store } = issuer.newSignIn(signIn);
      const lock = statements.lockSignIn.bind({ id: originId }, { expectRow: true });
      const claim = statements.redeemCode.bind({ hash, signInId }, { expectRow: true });
      const result = await db.unit([lock, claim, ...store]);
      if (result.committed) return { token, signInId };
      if (result.failedAt === 0) throw refused(ENDED);
      return refuseSecond((await statements.code.get({ hash }))?.redeemed_family_id ?? undefined);
    },
  };
}

function read(input: GrantInput, { address, userAgent }: Visitor) {
  if (input.code === undefined) throw invalidField('refresh_token', 'or code is required');
  return {
    clientId: input.client_id,
    code: input.code,
    clientSecret: input.client_secret ?? '',
    redirectUri: input.redirect_uri,
    state: input.state,
    address,
    userAgent,
  };
}

const ENDED = 'The sign-in was ended.';
const refused = (detail: string) => new ApiError('invalid_code', { detail });
