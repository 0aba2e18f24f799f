import type { CapturedSettings, TileList, TokenRecord } from '@azulejo/contract';
import type { Clock } from '@azulejo/server';
import type { BrowserContext } from 'playwright-core';
import { startMakerCloud } from '../support/maker-cloud.ts';
import { ACME_PLUG, newMaker } from '../support/maker-scene.ts';
import { type Application, clientToken, newApplication, newPerson, signIn } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type PortalVisitor, visitPortal } from '../support/portal.ts';
import { readJson } from '../support/replies.ts';
import { postJson } from '../support/wire.ts';

const MINUTE = 60_000;
/** How long the demo home has existed when the screenshots are taken. */
const HISTORY_MS = 3 * 24 * 60 * MINUTE;
/** How far the clock advances per tick: a shorter step makes no smoother curve. */
const PACE = 3 * MINUTE;

/** A platform with data: the demo home with a history, some applications, and users. */
export type Stage = AsyncDisposable & {
  readonly platform: TestPlatform;
  readonly owner: PortalVisitor;
  readonly applicationId: string;
  /** A manager whose webhooks were called, and of which some fail. */
  readonly managerId: string;
  readonly userId: string;
  readonly token: string;
  /** A device in the demo home, and one that waits to be claimed. */
  readonly devices: { readonly owned: string; readonly unclaimed: string };
  /** Creates a device, and returns the claim code with which Home adds it. */
  newClaimCode(): Promise<string>;
  /** Returns the channel of the demo home with this name, such as `Office lamp`. */
  channel(name: string): Promise<string>;
  /** Signs a browser in as the demo home's user. */
  enterHome(context: BrowserContext): Promise<void>;
};

/** Returns a clock that runs behind and catches up in steps, in which time passes. */
function lateClock(): Clock & { catchUp(by: number): boolean } {
  let behind = HISTORY_MS;
  return {
    now: () => Date.now() - behind,
    monotonic: () => performance.now() + HISTORY_MS - behind,
    asleep: () => 0,
    setTimer: (ms, run) => setTimeout(run, ms).unref(),
    catchUp(by) {
      behind = Math.max(0, behind - by);
      return behind > 0;
    },
  };
}

export async function setStage(dataDir: string, log: (line: string) => void): Promise<Stage> {
  const clock = lateClock();
  const environment = { DEMO: '1', LOG_LEVEL: 'fatal', WEBHOOK_NETWORKS: '127.0.0.1/32' };
  const place = { dataDir, databaseUrl: undefined };
  const platform = await startPlatform({ place, environment, clock: clock as never });
  const { demo, features } = platform.server;
  const { simulator } = features;
  if (!demo) throw new Error('The platform made no demo home.');
  log('The demo home lives through three days.');
  while (clock.catchUp(PACE)) await simulator.tick();
  const { clientId, email: username, password } = demo;
  const scope = 'application,user';
  const call = { response_type: 'password', scope, client_id: clientId, username, password };
  const record = await readJson<TokenRecord>(await signIn(platform, 'authorize', call));
  await lightLamps(platform, record.owner_id);
  const owner = await visitPortal(platform);
  const casa = await newApplication(platform, { name: 'Casa Azul', namespace: 'casa-azul' });
  await newApplication(platform, { name: 'Lusa insurance', type: 'distributor', namespace: 'lusa' });
  await newApplication(platform, { name: 'Hue bridge', type: 'manager', namespace: 'hue-bridge' });
  const neighbour = await newPerson(platform, casa, 'Rui');
  for (let count = 0; count < 4; count += 1) await newPerson(platform, casa);
  const devices = await addDevices(platform, neighbour.id, casa.clientId);
  await addScenes(platform, record);
  await addTokens(owner);
  await using stack = new AsyncDisposableStack();
  const managerId = await addMaker(platform, stack, casa, record.owner_id);
  const running = stack.move();
  return {
    platform,
    owner,
    applicationId: casa.clientId,
    managerId,
    userId: record.owner_id,
    token: record.access_token,
    devices,
    newClaimCode: async () => {
      const templateId = await templateOf(platform, 'Smart plug');
      return (await features.devices.createUnclaimed({ templateId, name: 'Balcony plug' })).claimCode;
    },
    async channel(name) {
      const { channels } = await features.channels.grantedTo(record.owner_id);
      const found = channels.find(({ channel }) => channel.name === name);
      if (!found) throw new Error(`The demo home has no "${name}".`);
      return found.channel.id;
    },
    async enterHome(context) {
      const kept = JSON.stringify(record);
      await context.addInitScript((value) => localStorage.setItem('azulejo.token', value), kept);
    },
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      await platform[Symbol.asyncDispose]();
    },
  };
}

/** Lamps that are lit in the pictures, whatever the time of day: their values, by the name of the lamp. */
const LIT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Sofa lamp': { status: true, brightness: 62 },
  'Shelf light strip': { status: true, brightness: 80, color: { h: 335, s: 55, v: 100 } },
  'Worktop light': { status: true, brightness: 100 },
  'Bedside lamp': { status: true, brightness: 30 },
};

/** Turns lamps on, which keep these values. */
async function lightLamps({ server }: TestPlatform, userId: string): Promise<void> {
  const { channels, virtualDeviceControl } = server.features;
  for (const { channel } of (await channels.grantedTo(userId)).channels)
    for (const [propertyId, data] of Object.entries(LIT[channel.name] ?? {}))
      await virtualDeviceControl.report(
        {},
        channel.id,
        { componentId: 'light-bulb', propertyId, data },
        true,
      );
}

/** Adds a manager with webhooks, devices in the user's home, and calls of which some failed. */
async function addMaker(
  platform: TestPlatform,
  stack: AsyncDisposableStack,
  application: Application,
  userId: string,
): Promise<string> {
  const cloud = stack.use(await startMakerCloud());
  const use = <Thing extends AsyncDisposable>(thing: Thing) => stack.use(thing);
  const { manager, sdk } = await newMaker({ use }, { platform, application, cloud });
  const { testWebhook, channels } = platform.server.features;
  const ask = { applicationId: application.clientId, templateId: ACME_PLUG };
  for (let count = 0; count < 9; count += 1) await testWebhook(manager.clientId, ask);
  sdk.answer = (_path, response) => {
    response.statusCode = 500;
    response.end();
    return true;
  };
  await testWebhook(manager.clientId, ask);
  sdk.answer = undefined;
  const { access_token: token } = await clientToken(platform, manager, 'manager');
  for (const name of ['Kitchen plug', 'Balcony plug', 'Workshop plug']) {
    const body = { channeltemplate_id: ACME_PLUG, name, remote_key: name.toLowerCase().replace(' ', '-') };
    const reply = await postJson(platform, '/v3/managers/self/channels', body, { token });
    const made = (await reply.json()) as { id: string };
    const grantee = { id: userId, role: 'user', through: application.clientId } as const;
    await platform.server.db.write((tx) => channels.grant(tx, made.id, grantee));
  }
  const wrong = { templates: [{ id: '9c8d2f10-0d2e-4d3a-9a6e-2f8d8d1b7c55', name: 7 }] };
  await postJson(platform, `/v3/managers/${manager.clientId}/channel-templates`, wrong, { token });
  return manager.clientId;
}

async function templateOf({ server }: TestPlatform, name: string): Promise<string> {
  const templates = await server.features.templates.list();
  const found = templates.find((each) => each.name.includes(name)) ?? templates[0];
  if (!found) throw new Error('The platform has no templates.');
  return found.id;
}

/** Adds a device in the user's home, some that wait to be claimed, and one that is disabled. */
async function addDevices(platform: TestPlatform, userId: string, applicationId: string) {
  const { devices } = platform.server.features;
  const templateId = await templateOf(platform, 'plug');
  const owned = await devices.create({ userId, templateId, name: 'Heat pump' });
  const name = 'Greenhouse sensor';
  const unclaimed = await devices.createUnclaimed({ templateId, name, applicationId, claimDays: 30 });
  await devices.createUnclaimed({ templateId, name: 'Boxed plug' });
  const { client } = await devices.create({ userId, templateId, name: 'Old thermostat' });
  await devices.update(client.id, { state: 'disabled' });
  return { owned: owned.client.id, unclaimed: unclaimed.client.id };
}

/** Adds scenes to the demo home, of what its devices do now. */
async function addScenes(platform: TestPlatform, { access_token: token, owner_id: id }: TokenRecord) {
  const post = (path: string, body: object) =>
    postJson(platform, `/v3/users/${id}/scenes${path}`, body, { token });
  const response = await platform.request(`/v3/legacy/users/${id}/tiles?include=specs`, { token });
  const { tiles } = await readJson<TileList>(response);
  const scenes = [
    {
      label: 'Film night',
      icon: 'movie',
      devices: ['Sofa lamp', 'Ceiling light', 'Shelf light strip', 'Garden blind', 'Television'],
    },
    {
      label: 'Good night',
      icon: 'night',
      devices: ['Front door', 'Sofa lamp', 'Bedside lamp', 'Bedroom radiator'],
    },
    { label: 'Dinner', icon: 'dinner', devices: ['Dining table dimmer', 'Worktop light', 'Ceiling light'] },
  ];
  for (const { devices, ...scene } of scenes) {
    const chosen = tiles.filter(({ label }) => devices.includes(label)).map((tile) => tile.id);
    const { settings } = await readJson<CapturedSettings>(await post('/capture', { tiles: chosen }));
    await post('', { ...scene, settings });
  }
}

async function addTokens({ request }: PortalVisitor): Promise<void> {
  const tokens = [
    {
      name: 'Laptop',
      scopes: ['applications:read', 'applications:write', 'templates:read', 'templates:write'],
    },
    { name: 'Nightly check', scopes: ['monitoring:read'], days: 365 },
    { name: 'Factory', scopes: ['devices:read', 'devices:write'], days: 30 },
  ];
  for (const body of tokens) await request('/portal/api/account/tokens', { method: 'POST', body });
}
