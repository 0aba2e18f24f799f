import type { BoundStatement } from '@azulejo/storage';
import type { Rights } from '../../../core/access/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import {
  formatToken,
  hashSecret,
  newId,
  newToken,
  parseToken,
  randomText,
} from '../../../platform/random-token.ts';
import type { IssuedToken } from './token-record.ts';
import type { TokenStatements } from './token-statements.ts';

const CODE_LIFETIME_MS = 10 * 60 * 1000;

/** Counted in seconds. These are the platform's settings, used where an application has none of its own. */
export type Lifetimes = { user: number; client: number; refresh: number };

/** The data of a sign-in that each generation of its tokens repeats. */
export type SignIn = Pick<IssuedToken, 'userId' | 'grantType' | 'scopes' | 'state'> & {
  id: string;
  client: Client;
  rights: Rights;
};

/**
 * Creates the generations of a sign-in's tokens: an access token, a refresh token and a code. Only their hashes
 * are stored.
 */
export function createGenerations(statements: TokenStatements, lifetimes: Lifetimes) {
  const accessExpiry = ({ client, userId }: SignIn, now: number) =>
    now + (client.accessTokenLifetime ?? (userId === null ? lifetimes.client : lifetimes.user)) * 1000;

  function newCode(signInId: string, redirectUri: string | null, now: number) {
    const code = newToken('azc');
    const hash = hashSecret(code);
    const expires = now + CODE_LIFETIME_MS;
    return { code, statement: statements.insertCode.bind({ hash, signInId, redirectUri, now, expires }) };
  }

  return {
    newCode,

    /**
     * Never returns a time before the access token's expiry: pruning the sign-in would delete that token too
     * early.
     */
    refreshExpiry: (signIn: SignIn, now: number): number =>
      Math.max(
        now + (signIn.client.refreshTokenLifetime ?? lifetimes.refresh) * 1000,
        accessExpiry(signIn, now),
      ),

    /** Returns the tokens with the statements that store the access token and the code. */
    newGeneration(
      signIn: SignIn,
      generation: number,
      now: number,
    ): { token: IssuedToken; statements: BoundStatement[] } {
      const { id: signInId, client, userId, grantType, scopes, state } = signIn;
      const { code, statement: storeCode } = newCode(signInId, null, now);
      const [id, accessToken] = [newId(), newToken('aza')];
      const expires = accessExpiry(signIn, now);
      const hash = hashSecret(accessToken);
      const storeToken = statements.insertAccessToken.bind({ hash, id, signInId, generation, now, expires });
      const token = {
        id,
        accessToken,
        refreshToken: newRefreshToken(signInId),
        code,
        clientId: client.id,
        userId,
        grantType,
        scopes,
        state,
        created: now,
        updated: now,
        expires,
      };
      return { token, statements: [storeToken, storeCode] };
    },
  };
}

export type Generations = ReturnType<typeof createGenerations>;

/**
 * Builds `azr_<signInId>_<secret>_<check>`: letters, digits and underscores, because iOS does not encode it
 * (ios-app 1.4).
 */
const newRefreshToken = (signInId: string): string => formatToken('azr', `${signInId}_${randomText(30)}`);

/** Returns the sign-in named in a well-formed refresh token. */
export function signInIdOf(refreshToken: string): string | undefined {
  return parseToken('azr', refreshToken)?.split('_')[0];
}
