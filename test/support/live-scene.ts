import { setTimeout } from 'node:timers/promises';
import {
  type Change,
  type Client,
  type ClientOptions,
  createClient,
  type Live,
  type LiveOptions,
} from '@azulejo/sdk';
import { startOther } from './other-server.ts';
import { type Application, newApplication, newPerson, type Person } from './people.ts';
import type { TestPlatform, TestPlatformOptions } from './platform.ts';
import type { Stage } from './scene.ts';
import { startTcpRelay } from './tcp-relay.ts';

/** A lamp with one component: `status` is a boolean, `brightness` a number from 0 to 100. */
export const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

/** How many servers are behind the balancer. */
const BALANCED = 3;

/** A device with the credentials that its maker stores. */
export type Lamp = { readonly clientId: string; readonly secret: string; readonly channel: string };

export const statusOf = ({ channel }: Pick<Lamp, 'channel'>) => ({
  channel,
  component: 'light-bulb',
  property: 'status',
});
export const brightnessOf = (lamp: Pick<Lamp, 'channel'>) => ({ ...statusOf(lamp), property: 'brightness' });

export type LiveHome = {
  readonly platform: TestPlatform;
  readonly application: Application;
  readonly person: Person;
  /** The person's client, signed in. */
  readonly client: Client;
  newLamp(): Promise<Lamp>;
  /** The platform to which lamps connect, which may be another server of the same database. */
  readonly lamps: TestPlatform;
  /** Returns the client of a lamp, signed in. */
  asLamp(lamp: Lamp): Promise<Client>;
};

/** Signs a person in with the SDK, to whose home the tests add lamps. */
export async function setUpLiveHome({ start }: Pick<Stage, 'start'>): Promise<LiveHome> {
  const platform = await start();
  return openLiveHome(platform, platform);
}

/** Does the same on two servers: the person connects to one, and lamps to the other. */
export async function setUpLiveHomeOnTwo(
  stage: Stage,
  environment: TestPlatformOptions['environment'] = {},
): Promise<LiveHome> {
  const platform = await stage.start({ environment });
  return openLiveHome(platform, await startOther(stage, { clock: platform.clock, environment }));
}

/** Does the same on three servers, over which a balancer spreads the connections of persons and lamps. */
export async function setUpLiveHomeBehindBalancer(
  stage: Stage,
  environment: TestPlatformOptions['environment'] = {},
): Promise<LiveHome> {
  const first = await stage.start({ environment });
  const others: TestPlatform[] = [];
  for (let count = 1; count < BALANCED; count += 1)
    others.push(await startOther(stage, { clock: first.clock, environment }));
  const balance = async (portOf: (platform: TestPlatform) => string) => {
    const targets = [first, ...others].map((each) => ({ host: '127.0.0.1', port: Number(portOf(each)) }));
    return stage.use(await startTcpRelay(targets)).port;
  };
  const http = await balance(({ url }) => new URL(url).port);
  const mqtt = await balance(({ config }) => String(config.mqtt.port));
  const mqtts = await balance(({ config }) => new URL(config.urls.mqtt).port);
  const { config } = first;
  const url = withPort(first.url, http);
  const urls = { ...config.urls, base: url, mqtt: withPort(config.urls.mqtt, mqtts) };
  const balanced = { ...first, url, config: { ...config, urls, mqtt: { ...config.mqtt, port: mqtt } } };
  return openLiveHome(balanced, balanced);
}

const withPort = (url: string, port: number): string => url.replace(/:\d+$/, `:${port}`);

async function openLiveHome(platform: TestPlatform, lamps: TestPlatform): Promise<LiveHome> {
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  return {
    platform,
    lamps,
    application,
    person,
    client: await signedIn(platform, application, person),
    newLamp: async () => {
      const { client, secret, channel } = await platform.server.features.devices.create({
        userId: person.id,
        templateId: LAMP,
      });
      return { clientId: client.id, secret, channel: channel.id };
    },
    asLamp: async ({ clientId, secret }) => {
      const client = createClient({ url: lamps.url, clientId, clientSecret: secret });
      await client.signIn.clientCredentials({ scope: 'device' });
      return client;
    },
  };
}

/** Returns a client of the SDK, signed in as the person. */
export async function signedIn(
  { url }: Pick<TestPlatform, 'url'>,
  { clientId }: Application,
  { email, password }: Person,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const client = createClient({ url, clientId, ...options });
  await client.signIn.password({ username: email, password });
  return client;
}

/** A live connection that is closed at the end of its block. */
export type HeldLive = Live & AsyncDisposable;

/** Connects over plain MQTT, unless `options` say otherwise. */
export async function connectLive(
  { config }: Pick<TestPlatform, 'config'>,
  client: Client,
  options: LiveOptions = {},
): Promise<HeldLive> {
  const live = await client.live.connect({ url: `mqtt://127.0.0.1:${config.mqtt.port}`, ...options });
  return Object.defineProperty(live, Symbol.asyncDispose, { value: () => live.close() }) as HeldLive;
}

/** Resolves when the platform knows that a lamp is connected, to itself or to another server. */
export async function untilConnected(
  { server }: Pick<TestPlatform, 'server'>,
  { clientId }: Pick<Lamp, 'clientId'>,
): Promise<void> {
  const { connectedClients } = server.features;
  while (!connectedClients.has(clientId) && !(await connectedClients.elsewhere([clientId])).has(clientId))
    await setTimeout(5);
}

/** Resolves when the connection is in this state. */
export async function untilState(live: Live, state: Live['state']): Promise<void> {
  if (live.state === state) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = live.on('state', (next) => {
    if (next === state) resolve();
  });
  await promise;
  stop();
}

/** Starts a relay in front of the platform's broker. */
export const relayTo = ({ config }: Pick<TestPlatform, 'config'>) =>
  startTcpRelay({ host: '127.0.0.1', port: config.mqtt.port ?? 0 });

/** Collects the changes of one channel, until the value `last` arrives. */
export function collectChanges(live: Live, channel: string, last: unknown) {
  const received: Change[] = [];
  const done = Promise.withResolvers<void>();
  live.on('change', (change) => {
    if (change.channel !== channel) return;
    received.push(change);
    if (change.data === last) done.resolve();
  });
  return { received, done: done.promise };
}
