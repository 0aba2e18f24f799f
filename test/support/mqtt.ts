import { setTimeout as after } from 'node:timers/promises';
import type { Performative, PlatformMessage } from '@azulejo/contract';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { TestPlatform } from './platform.ts';
import type { ServerProcess } from './server-process.ts';

/** Far longer than any message takes on this machine, so that waiting longer is pointless. */
const TIMEOUT_MS = 10_000;

/** A received message; `message` is its payload as JSON. */
export type ReceivedMessage = {
  readonly topic: string;
  readonly message: Partial<PlatformMessage> & { readonly io: Performative };
  readonly text: string;
  readonly retained: boolean;
};

/** Credentials as known clients send them: the username is the `client_id`, the password its access token. */
export type MqttCredentials = { readonly clientId: string; readonly token: string };

/** The session of a real client. Disposing of it disconnects. */
export type MqttSession = AsyncDisposable & {
  readonly client: MqttClient;
  /** Whether CONNACK says that the server kept a session. */
  readonly isPresent: boolean;
  /** All messages received so far, in their order. */
  readonly received: readonly ReceivedMessage[];
  /** Resolves when the connection is closed, by either side. */
  readonly closed: Promise<void>;
  /** Returns the codes of SUBACK: the granted QoS of each filter, or 128 for one that is refused. */
  subscribe(...filters: string[]): Promise<number[]>;
  /** Resolves when it is acknowledged. `message` is sent as JSON, or verbatim when it is text or bytes. */
  publish(topic: string, message: unknown, options?: { qos?: 0 | 1 | 2; retain?: boolean }): Promise<void>;
  /** Resolves with the first message that fits and that no earlier call returned, now or later. */
  next(matches?: (received: ReceivedMessage) => boolean): Promise<ReceivedMessage>;
};

/** A platform in this process or in one of its own. */
type Reachable = Pick<TestPlatform, 'config'> | Pick<ServerProcess, 'mqttPort'>;

/** Returns the broker's address without TLS. */
const brokerUrl = (platform: Reachable): string =>
  `mqtt://127.0.0.1:${'mqttPort' in platform ? platform.mqttPort : platform.config.mqtt.port}`;

/** Connects once over TCP in 3.1.1 with QoS 1 and a clean session. Throws when refused. */
export async function connectMqtt(
  platform: Reachable,
  credentials: MqttCredentials,
  options: IClientOptions & { url?: string } = {},
): Promise<MqttSession> {
  const client = open(platform, credentials, options);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const messages = listen(client);
  let isPresent = false;
  client.once('connect', ({ sessionPresent }) => {
    isPresent = sessionPresent;
  });
  const outcome = await outcomeOf(client);
  if (outcome !== 0) {
    client.end(true);
    throw new Error(`The broker refused the connection: ${outcome}.`);
  }
  return {
    client,
    isPresent,
    received: messages.received,
    next: messages.next,
    closed,
    async subscribe(...filters) {
      // The client treats a refusal as an error, which still has the codes of the response (MQTT-3.9.3).
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      client.subscribe(filters, { qos: 1 }, (error, _granted, packet) => {
        const codes = packet?.granted as number[] | undefined;
        if (codes) resolve([...codes]);
        else reject(error ?? new Error('There was no SUBACK.'));
      });
      return promise;
    },
    async publish(topic, message, { qos = 1, retain = false } = {}) {
      const isVerbatim = typeof message === 'string' || Buffer.isBuffer(message);
      await client.publishAsync(topic, isVerbatim ? message : JSON.stringify(message), { qos, retain });
    },
    [Symbol.asyncDispose]: async () => {
      await client.endAsync(true).catch(() => undefined);
    },
  };
}

/** Returns the code of CONNACK, or `closed` without one. */
export async function connackOf(
  platform: Reachable,
  credentials: Partial<MqttCredentials>,
  options: IClientOptions & { url?: string } = {},
): Promise<number | 'closed'> {
  const client = open(platform, credentials, options);
  try {
    return await outcomeOf(client);
  } finally {
    client.end(true);
  }
}

function open(
  platform: Reachable,
  { clientId, token }: Partial<MqttCredentials>,
  { url = brokerUrl(platform), ...options }: IClientOptions & { url?: string },
): MqttClient {
  return connect(url, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: TIMEOUT_MS,
    ...(clientId === undefined ? {} : { username: clientId }),
    ...(token === undefined ? {} : { password: token }),
    ...options,
  });
}

function outcomeOf(client: MqttClient): Promise<number | 'closed'> {
  return new Promise((resolve) => {
    client.once('connect', () => resolve(0));
    client.once('close', () => resolve('closed'));
    client.on('error', (error) => {
      if ('code' in error && typeof error.code === 'number') resolve(error.code);
    });
  });
}

function listen(client: MqttClient): Pick<MqttSession, 'received' | 'next'> {
  const received: ReceivedMessage[] = [];
  const answered = new Set<ReceivedMessage>();
  const waiting = new Set<() => void>();
  client.on('message', (topic, payload, { retain }) => {
    const text = payload.toString();
    received.push({ topic, text, retained: retain, message: JSON.parse(text) as ReceivedMessage['message'] });
    for (const check of waiting) check();
  });
  return {
    received,
    next(matches = () => true) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedMessage>();
      const timeout = new AbortController();
      const check = () => {
        const found = received.find((each) => !answered.has(each) && matches(each));
        if (!found) return;
        answered.add(found);
        waiting.delete(check);
        timeout.abort();
        resolve(found);
      };
      waiting.add(check);
      check();
      after(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(
        () => {
          waiting.delete(check);
          const all = received.map((each) => `${each.topic} ${each.text}`).join('\n');
          reject(new Error(`No message that fits was received. Received:\n${all}`));
        },
        () => undefined,
      );
      return promise;
    },
  };
}
