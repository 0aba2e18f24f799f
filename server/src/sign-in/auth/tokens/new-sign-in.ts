import type { BoundStatement } from '@azulejo/storage';
import { storedRights } from '../../../core/access/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret, randomText } from '../../../platform/random-token.ts';
import type { Generations, SignIn } from './generations.ts';
import type { IssuedToken } from './token-record.ts';
import type { TokenStatements } from './token-statements.ts';

/** 22 characters hold 130 bits, so that only a holder of one of its refresh tokens can name a sign-in. */
const SIGN_IN_ID_LENGTH = 22;

/** Who signs in, through which application, and how. */
export type SignInInput = Omit<SignIn, 'id'> & {
  /** The network address of the sign-in; null for one by a code. */
  address: string | null;
  /** The browser or app, as it names itself; undefined when it does not. */
  userAgent?: string;
  /** The passkey with which a person signs in; undefined without one. */
  passkeyId?: string;
};

/** Maximum number of sign-ins stored per user, or per client without a user, including ended ones. */
export type MaxSignIns = { perUser: number; perClient: number };

type Dependencies = {
  clock: Clock;
  statements: TokenStatements;
  generations: Generations;
  maxSignIns: MaxSignIns;
};

/** Returns a function that creates a sign-in: its row, its first access token and its code. */
export function createNewSignIn({ clock, statements, generations, maxSignIns }: Dependencies) {
  return function newSignIn({ address, userAgent, passkeyId, ...owner }: SignInInput): {
    token: IssuedToken;
    signInId: string;
    statements: BoundStatement[];
  } {
    const now = clock.now();
    const id = randomText(SIGN_IN_ID_LENGTH);
    const signIn = { ...owner, id };
    const { token, statements: first } = generations.newGeneration(signIn, 0, now);
    const insert = statements.insertSignIn.bind({
      id,
      clientId: signIn.client.id,
      userId: signIn.userId,
      grantType: signIn.grantType,
      scopes: JSON.stringify(signIn.scopes),
      rights: storedRights(signIn.rights),
      state: signIn.state,
      hash: hashSecret(token.refreshToken),
      address,
      userAgent: userAgent ?? null,
      passkeyId: passkeyId ?? null,
      now,
      expires: generations.refreshExpiry(signIn, now),
    });
    return { token, signInId: id, statements: [insert, ...first, deleteOldest(signIn)] };
  };

  /** Deletes the least recently used sign-ins, so that a client that keeps signing in cannot fill the disk. */
  function deleteOldest({ id, client, userId }: SignIn): BoundStatement {
    const isOfClient = userId === null;
    const statement = isOfClient ? statements.deleteOldestOfClient : statements.deleteOldestOfUser;
    const most = isOfClient ? maxSignIns.perClient : maxSignIns.perUser;
    return statement.bind({ id, clientId: client.id, userId, others: most - 1 });
  }
}
