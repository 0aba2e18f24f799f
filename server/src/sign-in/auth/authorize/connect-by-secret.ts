import type { Reason } from '../../../core/message-trace/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret } from '../../../platform/random-token.ts';
import type { ClientSecrets, prepareClientSecrets } from '../read-models/device-secrets.ts';
import type { Attempt, ConnectCredentials } from './connect-attempt.ts';

type Dependencies = { clock: Clock; secrets: ReturnType<typeof prepareClientSecrets> };

/**
 * Authenticates the live session of a device by its `client_secret`, which costs one query and one SHA-256: secrets
 * are random, so they need no slow hash (decision 0053).
 */
export function createConnectBySecret({ clock, secrets }: Dependencies) {
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
    const caller = { kind: 'client', id, clientId: id, scopes: JSON.parse(client.scopes) } as const;
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
