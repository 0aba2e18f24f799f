import type { Tree } from '@azulejo/contract';
import type { Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { MessageTrace, Reason } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { withoutSecrets } from '../../platform/secrets.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import {
  createMarkUsed,
  isEnded,
  maySignIn,
  type PresentedToken,
  principalOfToken,
} from './presented-token.ts';
import type { TokenStatements } from './token-statements.ts';

/**
 * The username and password of MQTT's CONNECT: `client_id` and access token (manager-sdk 4, android-app 4.1,
 * ios-app 4.1).
 */
export type ConnectCredentials = {
  username: string | undefined;
  password: string | undefined;
  address: string;
};

/** Who connected, and the topic tree that belongs to it. */
export type Connected = { principal: Principal; tree: Tree };

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  messageTrace: MessageTrace;
  limits: SignInLimits;
  statements: TokenStatements;
};

const REFUSED = 'refused.mqtt.connect';

const trees = { application: 'applications', manager: 'managers', device: 'devices' } as const;

/**
 * Authenticates a live session. Returns undefined when the token is invalid or belongs to a client other than
 * the username. Throws when that cannot be determined now, and when the limit of invalid tokens is exceeded:
 * known clients give up for good when they are refused (manager-sdk 4, android-app 4.6). A valid token is
 * always accepted.
 */
export function createConnect({ db, clock, audit, messageTrace, limits, statements }: Dependencies) {
  const markUsed = createMarkUsed(db, clock, statements);

  return async function connect(credentials: ConnectCredentials): Promise<Connected | undefined> {
    const { username, password, address } = credentials;
    const token = password ? await statements.accessToken.get({ hash: hashSecret(password) }) : undefined;
    if (token && token.clientId === username && lives(token)) {
      await markUsed(token);
      const tree = token.userId === null ? trees[token.clientKind] : 'users';
      return { principal: principalOfToken(token), tree };
    }
    if (token) {
      const actorId = token.userId ?? token.clientId;
      audit.refused({ action: REFUSED, actorId, targetId: username, address });
    } else audit.strangerRefused({ action: REFUSED, address });
    messageTrace.failed({
      kind: 'connect',
      direction: 'in',
      via: 'mqtt',
      party: token && principalOfToken(token),
      claimedId: username && withoutSecrets(username).slice(0, 64),
      result: 'refused',
      reason: reasonAgainst(credentials, token),
    });
    limits.failedToken(address);
    return undefined;
  };

  /**
   * An expired access token is accepted as long as its sign-in can be refreshed: known clients keep using
   * their first one.
   */
  function lives(token: PresentedToken): boolean {
    return !isEnded(token) && token.familyExpires > clock.now();
  }
}

/** Returns the reason for the developer's message trace; the client only receives a refusal. */
function reasonAgainst(
  { username, password }: ConnectCredentials,
  token: PresentedToken | undefined,
): Reason {
  if (!username || !password)
    return {
      code: 'no_credentials',
      text: 'CONNECT needs the client id as username and an access token as password.',
    };
  if (!token) return { code: 'invalid_token', text: 'The password is not a known access token.' };
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
