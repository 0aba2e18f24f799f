/** Simulates both apps' MQTT clients: how they connect, subscribe and read (android-app 4, ios-app 4). */
import type { IClientOptions, MqttClient } from 'mqtt';
import { connect } from 'mqtt';
import type { TokenRecord } from './android-app.ts';
import { publishPath, type Slot } from './home-parts.ts';
import { createTiles } from './live-messages.ts';

/** Far longer than any step takes on this machine. */
const TIMEOUT_MS = 20_000;
/** Shorter than the apps' delay, but with the same behaviour. */
const RECONNECT_MS = 50;

export type LiveApp = AsyncDisposable & {
  /** The CONNACK codes received so far at which the app signs out or stops. */
  readonly refusals: readonly number[];
  /** Shows these tiles and reads each of their values, as the app does at every refresh. */
  show(slots: readonly Slot[]): Promise<void>;
  /** Resolves once every tile has all its values. */
  untilFilled(): Promise<void>;
  /** Resolves once the toggle of a tile has this state, regardless of who changed it. */
  untilToggle(tile: string, wanted: 'on' | 'off'): Promise<void>;
  /** Taps the toggle of a tile. Resolves when the tile has received the new state from the platform. */
  tap(tile: string, wanted: 'on' | 'off'): Promise<void>;
  /** Runs `from`, which ends the connection. Resolves once the app has reconnected. */
  reconnects(from: () => Promise<void>): Promise<void>;
  /** Reads a value of a channel that was shown before, even if its tile was removed. */
  ask(channel: string): Promise<void>;
  /** Returns how many values of a channel were received so far. */
  valuesOf(channel: string): number;
};

type Dialect = {
  name: 'android' | 'ios';
  qos: 0 | 1;
  /** How many publishes may be unacknowledged. */
  inFlight: number;
  filters: (userId: string) => string[];
  options: IClientOptions;
};

/** MQTT 3.1, with all reads of a refresh in one burst (android-app 4.1, 9). */
const android: Dialect = {
  name: 'android',
  qos: 0,
  inFlight: Number.POSITIVE_INFINITY,
  filters: (userId) => [`/v3/users/${userId}/channels/#`, `/v3/users/${userId}/grants/#`],
  options: { protocolId: 'MQIsdp', protocolVersion: 3, keepalive: 30, clientId: '7f0000010c38a65f2e6b' },
};

/** MQTT 3.1.1. With ten publishes without PUBACK, the app stops for a minute (ios-app 4.1). */
const ios: Dialect = {
  name: 'ios',
  qos: 1,
  inFlight: 10,
  filters: (userId) => [`/v3/users/${userId}/channels/#`],
  options: { protocolVersion: 4, keepalive: 30, clientId: '5B0C7E6A-21D3-4A77-9E53-0C6E2D9F1A44' },
};

export const connectAndroid = (record: TokenRecord): Promise<LiveApp> => connectApp(record, android);
export const connectIos = (record: TokenRecord): Promise<LiveApp> => connectApp(record, ios);

/** Connects to the broker in the record, and reconnects with the same credentials indefinitely. */
async function connectApp(record: TokenRecord, dialect: Dialect): Promise<LiveApp> {
  const { http, mqtt } = record.endpoints;
  // The phone has the platform's CA certificate installed.
  const ca = mqtt.startsWith('mqtts:') ? await (await fetch(`${http}/ca.pem`)).text() : undefined;
  const client = connect(mqtt, {
    ...(ca === undefined ? {} : { ca }),
    ...dialect.options,
    username: record.client_id,
    password: record.access_token,
    clean: true,
    reconnectPeriod: RECONNECT_MS,
    resubscribe: true,
    queueQoSZero: false,
  });
  const refusals: number[] = [];
  client.on('error', (error) => {
    if ('code' in error && typeof error.code === 'number') refusals.push(error.code);
  });
  const state = followMessages(client, dialect.name);
  await once(client, 'connect').catch(async (error: unknown) => {
    await client.endAsync(true);
    throw error;
  });
  for (const filter of dialect.filters(record.owner_id)) await client.subscribeAsync(filter, { qos: 0 });
  return { ...connectedApp(client, dialect, state), refusals };
}

type State = ReturnType<typeof followMessages>;

/** Updates the tiles with each message; waiting conditions are checked again after each. */
function followMessages(client: MqttClient, name: Dialect['name']) {
  const checks = new Set<() => void>();
  const received: string[] = [];
  const state = { slots: [] as readonly Slot[], tiles: createTiles([], name), failure: undefined as unknown };
  client.on('message', (topic, payload) => {
    if (/"i[rw]"/.test(payload.toString())) received.push(topic);
    try {
      state.tiles.receive({ topic, payload });
    } catch (error) {
      state.failure ??= error;
    }
    for (const check of checks) check();
  });
  const until = (what: () => string, holds: () => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`The app timed out waiting for: ${what()}`)), TIMEOUT_MS);
    const check = () => {
      if (state.failure !== undefined) reject(state.failure);
      else if (holds()) resolve();
    };
    checks.add(check);
    check();
    return promise.finally(() => {
      clearTimeout(timer);
      checks.delete(check);
    });
  };
  return { state, received, until };
}

function connectedApp(
  client: MqttClient,
  { name, qos, inFlight }: Dialect,
  { state, received, until }: State,
) {
  const publish = (slot: Slot, message: unknown) =>
    client.publishAsync(topicOf(slot), JSON.stringify(message), { qos });
  const toggle = (tile: string) => {
    const slot = state.slots.find(({ isAction, tile: { label } }) => isAction && label === tile);
    if (!slot) throw new Error(`The tile "${tile}" has no toggle.`);
    return slot;
  };
  const untilToggle = (tile: string, wanted: 'on' | 'off') =>
    until(
      () => `${tile} is ${state.tiles.toggleOf(tile)}, not ${wanted}`,
      () => state.tiles.toggleOf(tile) === wanted,
    );
  return {
    async show(slots: readonly Slot[]): Promise<void> {
      state.slots = slots;
      state.tiles = createTiles(slots, name);
      const waiting = [...slots];
      const work = async () => {
        for (let slot = waiting.shift(); slot; slot = waiting.shift()) await publish(slot, { io: 'r' });
      };
      await Promise.all(Array.from({ length: Math.min(inFlight, slots.length) }, work));
    },
    untilFilled: () =>
      until(
        () => `values of ${state.tiles.unfilled()}`,
        () => state.tiles.unfilled().length === 0,
      ),
    untilToggle,
    async tap(tile: string, wanted: 'on' | 'off'): Promise<void> {
      const slot = toggle(tile);
      const mappings = slot.shown.options['mappings'] as Record<string, unknown>;
      state.tiles.forget(slot);
      await publish(slot, { io: 'w', data: mappings[wanted] });
      await untilToggle(tile, wanted);
    },
    async reconnects(from: () => Promise<void>): Promise<void> {
      const { promise: gone, resolve } = Promise.withResolvers<void>();
      client.once('close', resolve);
      await from();
      await gone;
      if (!client.connected) await once(client, 'connect');
    },
    async ask(channel: string): Promise<void> {
      const slot = state.slots.find((each) => each.channel === channel);
      if (!slot) throw new Error(`Nothing of channel ${channel} is shown.`);
      await publish(slot, { io: 'r' });
    },
    valuesOf: (channel: string) => received.filter((topic) => topic.includes(channel)).length,
    [Symbol.asyncDispose]: async () => {
      await client.endAsync(true).catch(() => undefined);
    },
  };
}

const topicOf = ({ channel, component, property }: Slot): string =>
  publishPath({ channel, component, property: property.id });

function once(client: MqttClient, event: 'connect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('The broker took no connection.')), TIMEOUT_MS);
  client.once(event, () => resolve());
  return promise.finally(() => clearTimeout(timer));
}
