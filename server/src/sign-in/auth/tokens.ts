import type { Db } from '../../database/index.ts';
import type { Client } from '../../people/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  formatToken,
  hashSecret,
  newId,
  newToken,
  parseToken,
  randomText,
} from '../../platform/random-token.ts';
import { seal } from '../../platform/sealed-box.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import type { IssuedToken } from './token-record.ts';
import { prepareTokenStatements, type TokenStatements } from './token-statements.ts';

const CODE_LIFETIME_MS = 10 * 60 * 1000;
/**
 * Access tokens kept per sign-in, since known clients refresh in a loop (manager-sdk 1.4): their unused
 * tokens would fill the disk.
 */
const MAX_GENERATIONS = 50;
/** 22 characters hold 130 bits, so that only a holder of one of its refresh tokens can name a family. */
const FAMILY_ID_LENGTH = 22;
export const SUCCESSOR_CONTEXT = 'successor';

/** Who signs in, through which application, and how. */
export type SignIn = {
  client: Client;
  userId: string | undefined;
  grantType: 'password' | 'client_credentials';
  scopes: readonly string[];
  state: string | undefined;
  /** The network address of the sign-in. */
  address?: string | undefined;
};

/** In seconds: the platform's settings, used where an application has none of its own. */
export type Lifetimes = { user: number; client: number; refresh: number };

/** Maximum number of sign-ins stored per user, or per client without a user, including ended ones. */
export type MaxSignIns = { perUser: number; perClient: number };

export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

/** Creates tokens and the statements that store them. Only hashes are stored. */
export function createTokenIssuer(db: Db, clock: Clock, lifetimes: Lifetimes, maxSignIns: MaxSignIns) {
  const statements: TokenStatements = prepareTokenStatements(db);

  const accessExpiry = (client: Client, userId: string | null, now: number) =>
    now + (client.accessTokenLifetime ?? (userId === null ? lifetimes.client : lifetimes.user)) * 1000;
  /** Never before the access token's expiry, since pruning the family would delete that token too early. */
  const refreshExpiry = (client: Client, userId: string | null, now: number) =>
    Math.max(
      now + (client.refreshTokenLifetime ?? lifetimes.refresh) * 1000,
      accessExpiry(client, userId, now),
    );

  function code(
    familyId: string,
    redirectUri: string | null,
    now: number,
  ): { code: string; statement: BoundStatement } {
    const value = newToken('azc');
    const expires = now + CODE_LIFETIME_MS;
    return {
      code: value,
      statement: statements.insertCode.bind({ hash: hashSecret(value), familyId, redirectUri, now, expires }),
    };
  }

  function accessToken(token: IssuedToken, familyId: string, generation: number): BoundStatement {
    const { id, accessToken: secret, created: now, expires } = token;
    return statements.insertAccessToken.bind({
      hash: hashSecret(secret),
      id,
      familyId,
      generation,
      now,
      expires,
    });
  }

  /**
   * Deletes the least recently used sign-ins, so that a client that keeps signing in cannot fill the disk.
   */
  function endOldest(id: string, clientId: string, userId: string | undefined): BoundStatement {
    const { perUser, perClient } = maxSignIns;
    return userId === undefined
      ? statements.deleteOldestOfClient.bind({ id, clientId, others: perClient - 1 })
      : statements.deleteOldestOfUser.bind({ id, clientId, userId, others: perUser - 1 });
  }

  return {
    statements,
    code,

    /** Creates a family: its row, its first access token and its code. Also deletes surplus sign-ins. */
    signIn({ client, userId, grantType, scopes, state, address }: SignIn): {
      token: IssuedToken;
      familyId: string;
      statements: BoundStatement[];
    } {
      const now = clock.now();
      const familyId = randomText(FAMILY_ID_LENGTH);
      const refreshToken = newRefreshToken(familyId);
      const exchange = code(familyId, null, now);
      const owner = { clientId: client.id, userId: userId ?? null, grantType, scopes, state: state ?? null };
      const token: IssuedToken = {
        ...owner,
        id: newId(),
        accessToken: newToken('aza'),
        refreshToken,
        code: exchange.code,
        created: now,
        updated: now,
        expires: accessExpiry(client, owner.userId, now),
      };
      const family = statements.insertFamily.bind({
        ...owner,
        id: familyId,
        scopes: JSON.stringify(scopes),
        hash: hashSecret(refreshToken),
        address: address ?? null,
        now,
        expires: refreshExpiry(client, owner.userId, now),
      });
      const first = accessToken(token, familyId, 0);
      const end = endOldest(familyId, client.id, userId);
      return { token, familyId, statements: [family, first, exchange.statement, end] };
    },

    /**
     * Creates the next generation of a family. The unit fails at its first statement when `presented` is not
     * the current refresh token.
     */
    rotation(
      client: Client,
      family: RotatingFamily,
      presented: string,
      { state, address }: { state: string | undefined; address: string },
    ): { token: IssuedToken; statements: BoundStatement[] } {
      const now = clock.now();
      const generation = family.generation + 1;
      const refreshToken = newRefreshToken(family.id);
      const exchange = code(family.id, null, now);
      const token: IssuedToken = {
        id: newId(),
        accessToken: newToken('aza'),
        refreshToken,
        code: exchange.code,
        clientId: client.id,
        userId: family.userId,
        grantType: family.grantType,
        scopes: family.scopes,
        state: state ?? family.state,
        created: now,
        updated: now,
        expires: accessExpiry(client, family.userId, now),
      };
      const rotate = statements.rotate.bind(
        {
          id: family.id,
          presentedHash: hashSecret(presented),
          nextHash: hashSecret(refreshToken),
          address,
          sealedSuccessor: seal(JSON.stringify(token), presented, SUCCESSOR_CONTEXT),
          now,
          expires: refreshExpiry(client, family.userId, now),
        },
        { expectRow: true },
      );
      return {
        token,
        statements: [
          rotate,
          accessToken(token, family.id, generation),
          exchange.statement,
          // Generation 0 is kept: a known client uses it as long as its process runs (decision 0006).
          statements.deleteEarlierTokens.bind({
            familyId: family.id,
            last: generation - MAX_GENERATIONS - 1,
          }),
          statements.deleteExpiredCodes.bind({ familyId: family.id, now }),
        ],
      };
    },
  };
}

/** The data of a family that a rotation needs. */
export type RotatingFamily = {
  id: string;
  generation: number;
  userId: string | null;
  grantType: 'password' | 'client_credentials';
  scopes: readonly string[];
  state: string | null;
};

/**
 * Builds `azr_<familyId>_<secret>_<check>`: letters, digits and underscores, because iOS does not encode it
 * (ios-app 1.4).
 */
const newRefreshToken = (familyId: string): string => formatToken('azr', `${familyId}_${randomText(30)}`);

/** Returns the family named in a well-formed refresh token. */
export function familyOf(refreshToken: string): string | undefined {
  return parseToken('azr', refreshToken)?.split('_')[0];
}
