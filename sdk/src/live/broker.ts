import type { MqttClient } from 'mqtt';
import type { ClientMessage, PlatformMessage } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import { isBrowser } from './environment.ts';

/** A message received from the platform. */
export type ReceivedMessage = {
  readonly topic: string;
  readonly message: PlatformMessage;
  /** True for a last value that the broker sent because of a new subscription. */
  readonly retained: boolean;
};

/** One connection to the broker. It does not reconnect. */
export type Broker = {
  /**
   * Resolves when the broker has acknowledged it; rejects with `Unreachable` when the connection ends first.
   */
  publish(topic: string, message: ClientMessage): Promise<void>;
  subscribe(filter: string): Promise<void>;
  readonly closed: Promise<void>;
  end(): void;
};

/** Opens a WebSocket with the given subprotocols. */
export type OpenSocket = (url: string, protocols: readonly string[]) => EventTarget;

export type BrokerOptions = {
  readonly url: string;
  readonly openSocket?: OpenSocket | undefined;
  readonly ca?: string | undefined;
  readonly username: string;
  readonly password: string;
  readonly timeoutMs: number;
  readonly onMessage: (received: ReceivedMessage) => void;
};

/** Return code 4 of a CONNACK (MQTT 3.1.1): the platform rejected the token. */
const BAD_CREDENTIALS = 4;
/**
 * The broker disconnects after 1.5 times this; browsers run the timers of a hidden page only once a minute.
 */
const KEEPALIVE_SECONDS = isBrowser ? 60 : 30;

/** Thrown when the broker rejects the token. */
export class DeadToken extends Error {}

/**
 * Connects over the URL’s transport (TCP, TLS or WebSocket). Rejects with `DeadToken`, `Untrusted` or
 * `Unreachable`.
 */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { url, openSocket, ca, username, password, timeoutMs, onMessage } = options;
  // Imported here so that programs without live values do not load it. Its browser build has only a default
  // export.
  const { default: mqtt } = await import('mqtt');
  const client = mqtt.connect(url, {
    username,
    password,
    clientId: '',
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: timeoutMs,
    reconnectPeriod: 0,
    // The default timer runs in a worker, which would need `blob:` in the page’s content security policy.
    timerVariant: 'native',
    ...(ca !== undefined && { ca }),
    ...(openSocket && { createWebsocket: openSocket }),
  });
  client.on('message', (topic, payload, { retain }) => {
    const message = parse(payload);
    if (message) onMessage({ topic, message, retained: retain });
  });
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  let isEnded = false;
  const end = () => {
    isEnded = true;
    client.end(true);
  };
  await connected(client, closed, { url, end });
  return { ...talking(client, closed, () => isEnded), closed, end };
}

async function connected(
  client: MqttClient,
  closed: Promise<void>,
  { url, end }: Pick<Broker, 'end'> & { url: string },
): Promise<void> {
  const made = withResolvers<void>();
  let cause: unknown;
  client.once('connect', () => made.resolve());
  client.on('error', (error) => {
    cause = error;
    if ('code' in error && error.code === BAD_CREDENTIALS) made.reject(new DeadToken());
    // Later errors end the connection too, such as a reset, which MQTT.js does not count as its end.
    end();
  });
  void closed.then(() => {
    made.reject(notReached(url, cause));
  });
  await made.promise;
}

/** Codes of Node for certificates of an unknown issuer. */
const UNKNOWN_ISSUER = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

function notReached(url: string, cause: unknown): AzulejoError {
  if (!(cause instanceof Error))
    return new AzulejoError('Unreachable', `The broker at ${url} cannot be reached`);
  if ('code' in cause && UNKNOWN_ISSUER.has(String(cause.code)))
    return new AzulejoError(
      'Untrusted',
      `The certificate of ${url} has an unknown issuer. If the platform has its own CA, pass it as \`ca\`: it is served at /ca.pem.`,
      { cause },
    );
  return new AzulejoError('Unreachable', `The broker at ${url} cannot be reached: ${cause.message}`, {
    cause,
  });
}

function talking(
  client: MqttClient,
  closed: Promise<void>,
  isEnded: () => boolean,
): Pick<Broker, 'publish' | 'subscribe'> {
  const waiting = new Set<(error: AzulejoError) => void>();
  void closed.then(() => {
    for (const fail of waiting) fail(connectionLost());
  });
  // MQTT.js does not settle pending operations when the connection ends.
  const unlessClosed = async <T>(work: Promise<T>, refused: string): Promise<T> => {
    const { promise: lost, reject } = withResolvers<never>();
    waiting.add(reject);
    try {
      return await Promise.race([work, lost]);
    } catch (cause) {
      if (cause instanceof AzulejoError) throw cause;
      // MQTT.js fails what is in flight when it is ended, and still reports that it is connected.
      if (client.connected && !isEnded()) throw new AzulejoError('Refused', refused, { cause });
      // The caller may send it again immediately, which must not happen on this connection.
      await closed;
      throw connectionLost(cause);
    } finally {
      waiting.delete(reject);
    }
  };
  return {
    publish: async (topic, message) => {
      const work = client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
      await unlessClosed(work, `The broker refused to take ${topic}.`);
    },
    subscribe: async (filter) => {
      await unlessClosed(
        client.subscribeAsync(filter, { qos: 1 }),
        `The broker refused the subscription to ${filter}.`,
      );
    },
  };
}

const connectionLost = (cause?: unknown) =>
  new AzulejoError('Unreachable', 'The connection to the broker was lost.', { cause });

/** Returns whether the connection failed, as opposed to the request being refused. */
export const isLost = (error: unknown): boolean =>
  error instanceof AzulejoError && error.name === 'Unreachable';

function parse(payload: Uint8Array): PlatformMessage | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    const isMessage = typeof value === 'object' && value !== null && 'io' in value;
    return isMessage ? (value as PlatformMessage) : undefined;
  } catch {
    return undefined;
  }
}
