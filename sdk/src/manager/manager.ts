import type { Resources } from '../api/resources.generated.ts';
import { routes } from '../api/routes.generated.ts';
import type { TokenRecord } from '../api/types.generated.ts';
import { createCall, createPublicCall, createSendWithToken } from '../call.ts';
import { createMethods } from '../methods.ts';
import { createOrigins } from '../origins.ts';
import { memoryTokenStore, type TokenStore } from '../token-store.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { createChannels, type ManagerChannels } from './channels.ts';
import { connectManager } from './live.ts';
import { createManagerSession } from './session.ts';
import { createTemplates, type ManagerTemplates } from './templates.ts';
import type { ManagerLive, ManagerLiveOptions } from './types.ts';
import type { ManagerWebhooks } from './webhook-types.ts';
import { createWebhooks } from './webhooks.ts';

export type ManagerOptions = {
  /** The platform’s address, e.g. `https://home.example`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Stores the token between runs; in memory by default. Only one process may use a store at a time. */
  readonly storage?: TokenStore;
  readonly fetch?: Fetch;
  /** Timeout of one request, including the response’s body, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Returns epoch milliseconds; the system's clock by default. */
  readonly now?: () => number;
};

/** A maker's program on the platform. */
export type ManagerClient = Pick<Resources, 'values' | 'schemas'> & {
  readonly id: string;
  /** The kinds of devices that the maker makes. */
  readonly templates: ManagerTemplates;
  /** The channels of this manager, and who may use them. */
  readonly channels: ManagerChannels;
  /** How people add devices through the maker’s own account. */
  readonly webhooks: ManagerWebhooks;
  /** Connects to the broker. Rejects with `TimedOut` or `Unreachable`, or `Refused` when the secret is wrong. */
  connect(options?: ManagerLiveOptions): Promise<ManagerLive>;
  /** Returns the access token that is used now, for calls that the SDK does not have. It is a secret. */
  token(): Promise<TokenRecord>;
};

/**
 * Creates a client of one platform for one manager. It signs in at the first call, with one token for HTTP and
 * MQTT, and signs in again before the token expires. Every failure of a call is an `AzulejoError`.
 */
export function createManager(options: ManagerOptions): ManagerClient {
  const {
    clientId,
    clientSecret,
    storage = memoryTokenStore(),
    now = Date.now,
    timeoutMs = 30_000,
  } = options;
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = createTransport(fetch, timeoutMs);
  const origins = createOrigins(options);
  const publicCall = createPublicCall(transport, origins);
  const session = createManagerSession({ call: publicCall, storage, now, clientId, clientSecret });
  const call = createCall(publicCall, createSendWithToken(transport, origins, session), origins);
  const resources = createMethods(routes, call) as unknown as Resources;
  const channels = createChannels(resources, clientId);
  return {
    id: clientId,
    templates: createTemplates(resources, clientId),
    values: resources.values,
    schemas: resources.schemas,
    channels,
    webhooks: createWebhooks(resources, channels, clientId),
    connect: (live = {}) => connectManager({ session, origins, managerId: clientId }, live),
    token: session.fresh,
  };
}
