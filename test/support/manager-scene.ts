import assert from 'node:assert/strict';
import type { Client } from '@azulejo/sdk';
import {
  createManager,
  type ManagerClient,
  type ManagerLive,
  type ManagerLiveOptions,
  type ManagerOptions,
} from '@azulejo/sdk/manager';
import { LAMP, signedIn } from './live-scene.ts';
import { setUpPairing, ticketOf } from './pairing-scene.ts';
import { newApplication, type Person } from './people.ts';
import type { TestPlatform } from './platform.ts';
import type { Stage } from './scene.ts';
import { startTcpRelay } from './tcp-relay.ts';

/** Creates a maker whose cloud uses the SDK, and Ana, who consents to lamps in her home. */
export async function setUpMaker({ start }: Pick<Stage, 'start'>) {
  const { platform, application, ana, rui, authorize, submit } = await setUpPairing({ start });
  const credentials = await newApplication(platform, { type: 'manager', name: 'Acme' });
  await platform.server.features.makers.assign(LAMP, credentials.clientId);
  const newManager = (options: Partial<ManagerOptions> = {}): ManagerClient =>
    createManager({
      url: platform.url,
      clientId: credentials.clientId,
      clientSecret: credentials.secret,
      ...options,
    });
  /** Gives the person's consent to a kind of the maker's devices, on its page. */
  const consent = async (person: Person, template: string = LAMP) => {
    const page = await authorize(person, template);
    assert.equal((await submit(page, [], ticketOf(page))).status, 303);
  };
  const manager = newManager();
  const newLamp = async (remoteKey: string, person = ana): Promise<string> => {
    const { id } = await manager.channels.create({ channeltemplate_id: LAMP, remote_key: remoteKey });
    await consent(person);
    await manager.channels.grant({
      channel_id: id,
      application_id: application.clientId,
      user_id: person.id,
    });
    return id;
  };
  return {
    platform,
    application,
    ana,
    rui,
    credentials,
    newManager,
    manager,
    consent,
    newLamp,
    asAna: (): Promise<Client> => signedIn(platform, application, ana),
  };
}

export type MakerScene = Awaited<ReturnType<typeof setUpMaker>>;

export const brightness = (channel: string) => ({ channel, component: 'light-bulb', property: 'brightness' });
export const status = (channel: string) => ({ channel, component: 'light-bulb', property: 'status' });

export type HeldManagerLive = ManagerLive & AsyncDisposable;

const mqttUrl = ({ config }: Pick<TestPlatform, 'config'>) => `mqtt://127.0.0.1:${config.mqtt.port}`;

/** Connects a manager over plain MQTT, unless `options` say otherwise. */
export async function connectMaker(
  platform: TestPlatform,
  manager: ManagerClient,
  options: ManagerLiveOptions = {},
): Promise<HeldManagerLive> {
  const live = await manager.connect({ url: mqttUrl(platform), ...options });
  return Object.defineProperty(live, Symbol.asyncDispose, { value: () => live.close() }) as HeldManagerLive;
}

export const relayTo = ({ config }: Pick<TestPlatform, 'config'>) =>
  startTcpRelay({ host: '127.0.0.1', port: config.mqtt.port ?? 0 });

/** Resolves when the manager's connection is in this state. */
export async function untilManager(live: ManagerLive, state: ManagerLive['state']): Promise<void> {
  if (live.state === state) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = live.on('state', (next) => {
    if (next === state) resolve();
  });
  await promise;
  stop();
}

/** Returns the history of a lamp's brightness, oldest first. */
export async function historyOf(client: Client, channel: string): Promise<unknown[]> {
  const address = { channel_id: channel, component_id: 'light-bulb', property_id: 'brightness' };
  const values: unknown[] = [];
  for await (const { value } of client.values.history({ ...address, page_size: 500 })) values.push(value);
  return values.reverse();
}
