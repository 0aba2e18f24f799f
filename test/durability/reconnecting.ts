import { setTimeout as after } from 'node:timers/promises';
import { type PlatformMessage, publishTopic, type ValueAddress } from '@azulejo/contract';
import { connect } from 'mqtt';
import type { MqttCredentials } from '../support/mqtt.ts';

/** The server died before it acknowledged a message, which may have been processed or not. */
class ConnectionBroken extends Error {}

/** What a balancer answers without a server, and a server without its database. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/** Calls a server. Throws `ConnectionBroken` when nobody could serve the call, which may have been processed or not. */
export async function request(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!UNAVAILABLE.includes(response.status)) return response;
  throw new ConnectionBroken(await response.text());
}

/** How long a call is repeated that nobody serves. */
const SERVED_WITHIN_MS = 15_000;

/**
 * Calls a server, and again when nobody could serve the call: on a busy machine the balancer takes servers for dead now
 * and then, and closes their connections. Only for calls of which the second has the same result.
 */
export async function requestUntilServed(url: string, init?: RequestInit): Promise<Response> {
  const end = performance.now() + SERVED_WITHIN_MS;
  for (;;) {
    try {
      const response = await request(url, init);
      // The connection may break before the end of the body.
      return new Response(await response.arrayBuffer(), response);
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (performance.now() > end) throw new Error(`Nobody serves ${url}`, { cause: error });
    }
    await after(RECONNECT_MS);
  }
}

/** Returns whether a connection broke, for which `fetch` throws a TypeError. */
export const isBroken = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof ConnectionBroken;

export type ReceivedMessage = { topic: string; message: PlatformMessage };

/** An MQTT client that reconnects and subscribes again, as known clients do. */
export type Reconnecting = AsyncDisposable & {
  /** Resolves at the PUBACK. Rejects when the connection breaks before it; the message is not sent again. */
  publish(address: ValueAddress, message: { io: 'r' | 'w' | 'ir' | 'iw'; data?: unknown }): Promise<void>;
  /** Resolves when it is connected and subscribed. */
  untilConnected(): Promise<void>;
};

const RECONNECT_MS = 20;

/** Connects. A refusal, which known clients do not survive (manager-sdk 4), fails `untilConnected`. */
export function joinMqtt(
  port: number,
  { clientId, token }: MqttCredentials,
  filter: string,
  receive: (received: ReceivedMessage) => void,
): Reconnecting {
  let back = Promise.withResolvers<void>();
  /** Attempts that fail close too, while somebody waits for the same return. */
  let isOver = false;
  const inFlight = new Set<number>();
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    username: clientId,
    password: token,
    reconnectPeriod: RECONNECT_MS,
    resubscribe: false,
  });
  client.on('connect', () => {
    client.subscribe(filter, { qos: 1 }, (error) => {
      // Without a response, the connection broke again.
      if (!error || client.connected) isOver = true;
      if (!error) back.resolve();
      else if (client.connected) back.reject(error);
    });
  });
  client.on('close', () => {
    if (isOver) back = Promise.withResolvers();
    isOver = false;
    back.promise.catch(() => undefined);
    for (const id of inFlight) client.removeOutgoingMessage(id);
  });
  client.on('error', (error) => {
    if (!('code' in error && typeof error.code === 'number')) return;
    isOver = true;
    back.reject(error);
  });
  client.on('message', (topic, payload) =>
    receive({ topic, message: JSON.parse(payload.toString()) as PlatformMessage }),
  );
  return {
    untilConnected: () => back.promise,
    publish: (address, message) =>
      new Promise((resolve, reject) => {
        if (!client.connected) throw new ConnectionBroken();
        client.publish(publishTopic(address), JSON.stringify(message), { qos: 1 }, (error) => {
          inFlight.delete(id);
          if (error) reject(new ConnectionBroken(error.message));
          else resolve();
        });
        const id = client.getLastMessageId();
        inFlight.add(id);
      }),
    [Symbol.asyncDispose]: async () => {
      await client.endAsync(true);
    },
  };
}
