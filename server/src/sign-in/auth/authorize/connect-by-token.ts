import type { Reason } from '../../../core/message-trace/index.ts';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret } from '../../../platform/random-token.ts';
import { isEnded, maySignIn } from '../tokens/stored-sign-in.ts';
import type { TokenStatements } from '../tokens/token-statements.ts';
import type { Attempt, ConnectCredentials } from './connect-attempt.ts';
import { callerOfToken, createMarkUsed, type PresentedToken } from './presented-token.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  statements: TokenStatements;
  isSingle: (deviceId: string) => Promise<boolean>;
};

const trees = { application: 'applications', manager: 'managers', device: 'devices' } as const;

/** Authenticates a live session by an access token. */
export function createConnectByToken({ db, clock, statements, isSingle }: Dependencies) {
  const markUsed = createMarkUsed(db, clock, statements);

  return async function connectByToken(credentials: ConnectCredentials): Promise<Attempt> {
    const { username, password } = credentials;
    const token = password ? await statements.accessToken.get({ hash: hashSecret(password) }) : undefined;
    if (!token) return { refused: { reason: unknownReason(credentials) } };
    const caller = callerOfToken(token);
    if (token.clientId !== username || !isUsable(token))
      return { refused: { reason: reasonAgainst(token, username), prover: caller } };
    await markUsed(token);
    return {
      connected: {
        caller,
        tree: token.userId === null ? trees[token.clientKind] : 'users',
        credential: { kind: 'sign-in', signInId: token.signInId },
        homeId: token.homeId ?? undefined,
        isSingle: token.clientKind === 'device' && (await isSingle(token.clientId)),
      },
    };
  };

  /**
   * Returns whether the token is accepted. An expired one is, as long as its sign-in can be refreshed: known
   * clients keep using their first one.
   */
  function isUsable(token: PresentedToken): boolean {
    return !isEnded(token) && token.signInExpires > clock.now();
  }
}

const unknownReason = ({ username, password }: ConnectCredentials): Reason =>
  username && password
    ? { code: 'invalid_token', text: 'The password is not a known access token.' }
    : {
        code: 'no_credentials',
        text: 'CONNECT needs the client id as username, and an access token or a device’s secret as password.',
      };

/** Returns the reason for the developer's message trace; the client only receives a refusal. */
function reasonAgainst(token: PresentedToken, username: string | undefined): Reason {
  if (!username) return unknownReason({ username, password: undefined, address: '' });
  if (token.clientId !== username)
    return {
      code: 'other_client',
      text: 'The access token was given to another client than the username names.',
    };
  if (token.revokedAt !== null)
    return { code: 'revoked_token', text: 'The sign-in of this access token was ended.' };
  if (token.clientState !== 'enabled') return { code: 'disabled', text: 'The client is disabled.' };
  if (!maySignIn(token.userState)) return { code: 'disabled', text: 'The user is disabled.' };
  return { code: 'expired_token', text: 'The sign-in of this access token has expired.' };
}
