import type { Resources } from '../api/resources.generated.ts';
import { routes } from '../api/routes.generated.ts';
import type { TokenRecord } from '../api/types.generated.ts';
import { type Call, createCall, createPublicCall, createSendWithToken } from '../call.ts';
import { createMethods } from '../methods.ts';
import { createOrigins } from '../origins.ts';
import { createSession, type Session } from '../session.ts';
import { memoryTokenStore, type TokenStore } from '../token-store.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { createChannels, type ManagerChannels } from './channels.ts';
import { connectManager } from './live.ts';
import { toNodeListener } from './node-listener.ts';
import { createTemplates, type ManagerTemplates } from './templates.ts';
import type { ManagerLive, ManagerLiveOptions } from './types.ts';
import { isSameSecret } from './webhook-check.ts';
import { createWebhookHandler } from './webhook-handler.ts';
import type { ManagerWebhooks } from './webhook-types.ts';

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

type Options = {
  readonly call: Call;
  readonly storage: TokenStore;
  readonly now: () => number;
  readonly clientId: string;
  readonly clientSecret: string;
};

/**
 * Creates a session that signs in with the client's secret at its first use, and again before its token
 * expires or when it is refused. It needs no refresh token: the secret is at hand, and does not expire.
 */
function createManagerSession({ call, storage, now, clientId, clientSecret }: Options): Session {
  const signIn = async () =>
    (await call('auth.authorize', {
      client_id: clientId,
      client_secret: clientSecret,
      response_type: 'client_credentials',
      scope: 'manager',
    })) as TokenRecord;
  const session = createSession({ storage, now, exchange: signIn });
  let starting: Promise<void> | undefined;

  async function started(): Promise<void> {
    if (await session.current()) return;
    starting ??= signIn()
      .then(session.start)
      .finally(() => {
        starting = undefined;
      });
    await starting;
  }

  return {
    ...session,
    fresh: async () => {
      await started();
      return session.fresh();
    },
  };
}

function createWebhooks(
  { managers }: Resources,
  channels: ManagerChannels,
  manager_id: string,
): ManagerWebhooks {
  const update: ManagerWebhooks['update'] = (addresses, options) =>
    managers.update({ manager_id, ...addresses }, options);
  const readHash = async () => (await managers.get({ manager_id })).confirmation_hash;
  const handler: ManagerWebhooks['handler'] = (handlers, options = {}) =>
    createWebhookHandler({ handlers, options, channels, isConfirmed: createConfirmation(readHash) });
  return {
    get: (options) => managers.get({ manager_id }, options),
    update,
    register: (baseUrl, options) => {
      const base = baseUrl.replace(/\/+$/, '');
      const addresses = {
        authorize: `${base}/authorize`,
        receive_token: `${base}/receive-token`,
        devices_list: `${base}/devices-list`,
        select_device: `${base}/select-device`,
      };
      return update(addresses, options);
    },
    handler,
    listener: (handlers, options) => toNodeListener(handler(handlers, options)),
  };
}

/** A stranger with wrong hashes must not make the manager ask the platform more often than this. */
const MAX_READS = 10;
const WINDOW_MS = 60_000;

/**
 * Returns a check of the confirmation hash that the platform sends. The platform changes the hash with the
 * addresses of the webhooks, so it is read again when it differs (manager-sdk 3.1).
 */
function createConfirmation(read: () => Promise<string>) {
  let hash: string | undefined;
  let since = Number.NEGATIVE_INFINITY;
  let reads = 0;
  let reading: Promise<string> | undefined;

  function mayRead(): boolean {
    const now = performance.now();
    if (now - since > WINDOW_MS) [since, reads] = [now, 0];
    reads += 1;
    return reads <= MAX_READS;
  }

  return async (given: string): Promise<boolean> => {
    if (hash !== undefined && (await isSameSecret(given, hash))) return true;
    if (!reading && !mayRead()) return false;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    hash = await reading;
    return isSameSecret(given, hash);
  };
}
