import { type Audit, onlyId } from '../../../core/audit/index.ts';
import type { MessageTrace, Reason } from '../../../core/message-trace/index.ts';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { hashSecret, parseToken } from '../../../platform/random-token.ts';
import { withoutSecrets } from '../../../platform/secrets.ts';
import type { SignInLimits } from '../../../platform/sign-in-limits.ts';
import { type ClientSecrets, prepareClientSecrets } from '../read-models/device-secrets.ts';
import type { TokenStatements } from '../tokens/token-statements.ts';
import type { Attempt, ConnectCredentials, Connected, Refused } from './connect-attempt.ts';
import { createConnectByToken } from './connect-by-token.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
  limits: SignInLimits;
  statements: TokenStatements;
};

/** Maximum length of a username in what is kept. Ids fit; a longer one, chosen by a client, could fill it. */
const USERNAME_LENGTH = 64;
const REFUSED = 'refused.mqtt.connect';

/**
 * Authenticates a live session. Returns undefined when the credentials are invalid or belong to a client other
 * than the username. Throws when that cannot be determined now, and when the limit of invalid credentials is
 * exceeded: known clients give up for good when they are refused (manager-sdk 4, android-app 4.6). Valid ones
 * are always accepted.
 */
export function createConnect(dependencies: Dependencies) {
  const { db, limits, metrics } = dependencies;
  const secrets = prepareClientSecrets(db);
  const isSingle = async (id: string) => (await secrets.get({ id }))?.single === 1;
  const bySecret = createConnectBySecret({ ...dependencies, secrets });
  const byToken = createConnectByToken({ ...dependencies, isSingle });
  const traceRefused = createRefusalTrace(dependencies);

  return async function connect(credentials: ConnectCredentials): Promise<Connected | undefined> {
    const isSecret = parseToken('azs', credentials.password ?? '') !== undefined;
    const attempt = await (isSecret ? bySecret(credentials) : byToken(credentials));
    if ('connected' in attempt) return attempt.connected;
    if (isSecret) metrics.signIns.inc({ flow: 'client_credentials', result: 'refused' });
    traceRefused(credentials, attempt.refused);
    await limits.failedToken(credentials.address);
    return undefined;
  };
}

/** Returns a function that audits a refusal and shows it to developers. */
const createRefusalTrace =
  ({ audit, messageTrace }: Pick<Dependencies, 'audit' | 'messageTrace'>) =>
  ({ username, address }: ConnectCredentials, { reason, prover, claimedId }: Refused): void => {
    const named = username?.slice(0, USERNAME_LENGTH);
    if (prover) audit.refused({ action: REFUSED, actorId: prover.id, targetId: onlyId(named), address });
    else audit.strangerRefused({ action: REFUSED, actorId: claimedId, address });
    messageTrace.failed({
      kind: 'connect',
      direction: 'in',
      via: 'mqtt',
      party: prover,
      claimedId: named && withoutSecrets(named),
      result: 'refused',
      reason,
    });
  };

type ConnectBySecretDependencies = { clock: Clock; secrets: ReturnType<typeof prepareClientSecrets> };

/**
 * Authenticates the live session of a device by its `client_secret`, which costs one query and one SHA-256: secrets
 * are random, so they need no slow hash (decision 0053).
 */
function createConnectBySecret({ clock, secrets }: ConnectBySecretDependencies) {
  return async function connectBySecret(credentials: ConnectCredentials): Promise<Attempt> {
    const { username = '', password = '' } = credentials;
    const client = await secrets.get({ id: username });
    const hash = hashSecret(password);
    if (!client || !isSecretOf(client, hash))
      return {
        refused: {
          reason: {
            code: 'invalid_secret',
            text: 'The password is not the client_secret of the device that the username names.',
          },
          claimedId: client?.id,
        },
      };
    const { id } = client;
    const caller = {
      kind: 'client',
      id,
      clientId: id,
      scopes: JSON.parse(client.scopes),
      rights: 'all',
    } as const;
    const reason = reasonAgainst(client);
    if (reason) return { refused: { reason, prover: caller } };
    return {
      connected: {
        caller,
        tree: 'devices',
        credential: { kind: 'secret', clientId: id, hash },
        isSingle: client.single === 1,
      },
    };
  };

  function isSecretOf(client: ClientSecrets, hash: string): boolean {
    return (
      client.hash === hash || (client.previousHash === hash && (client.previousExpires ?? 0) > clock.now())
    );
  }
}

function reasonAgainst({ kind, state }: ClientSecrets): Reason | undefined {
  if (kind !== 'device')
    return {
      code: 'token_required',
      text: 'Only a device may use its client_secret as the password; others need an access token.',
    };
  return state === 'enabled' ? undefined : { code: 'disabled', text: 'The device is disabled.' };
}
