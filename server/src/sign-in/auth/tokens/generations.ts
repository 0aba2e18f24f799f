import type { BoundStatement } from '@azulejo/storage';
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
export type Family = Pick<IssuedToken, 'userId' | 'grantType' | 'scopes' | 'state'> & {
  id: string;
  client: Client;
};

/**
 * Creates the generations of a sign-in's tokens: an access token, a refresh token and a code. Only their hashes
 * are stored.
 */
export function createGenerations(statements: TokenStatements, lifetimes: Lifetimes) {
  const accessExpiry = ({ client, userId }: Family, now: number) =>
    now + (client.accessTokenLifetime ?? (userId === null ? lifetimes.client : lifetimes.user)) * 1000;

  function newCode(familyId: string, redirectUri: string | null, now: number) {
    const code = newToken('azc');
    const hash = hashSecret(code);
    const expires = now + CODE_LIFETIME_MS;
    return { code, statement: statements.insertCode.bind({ hash, familyId, redirectUri, now, expires }) };
  }

  return {
    newCode,

    /**
     * Never returns a time before the access token's expiry: pruning the family would delete that token too
     * early.
     */
    refreshExpiry: (family: Family, now: number): number =>
      Math.max(
        now + (family.client.refreshTokenLifetime ?? lifetimes.refresh) * 1000,
        accessExpiry(family, now),
      ),

    /** Returns the tokens with the statements that store the access token and the code. */
    newGeneration(
      family: Family,
      generation: number,
      now: number,
    ): { token: IssuedToken; statements: BoundStatement[] } {
      const { id: familyId, client, userId, grantType, scopes, state } = family;
      const { code, statement: storeCode } = newCode(familyId, null, now);
      const [id, accessToken] = [newId(), newToken('aza')];
      const expires = accessExpiry(family, now);
      const hash = hashSecret(accessToken);
      const storeToken = statements.insertAccessToken.bind({ hash, id, familyId, generation, now, expires });
      const token = {
        id,
        accessToken,
        refreshToken: newRefreshToken(familyId),
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
 * Builds `azr_<familyId>_<secret>_<check>`: letters, digits and underscores, because iOS does not encode it
 * (ios-app 1.4).
 */
const newRefreshToken = (familyId: string): string => formatToken('azr', `${familyId}_${randomText(30)}`);

/** Returns the family named in a well-formed refresh token. */
export function familyOf(refreshToken: string): string | undefined {
  return parseToken('azr', refreshToken)?.split('_')[0];
}
