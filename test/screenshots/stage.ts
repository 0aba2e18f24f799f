import type { TokenRecord } from '@azulejo/contract';
import type { Clock } from '@azulejo/server';
import type { BrowserContext } from 'playwright-core';
import { newApplication, newPerson, signIn } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type PortalVisitor, visitPortal } from '../support/portal.ts';
import { readJson } from '../support/replies.ts';

const MINUTE = 60_000;
/** How long the demo home has existed when the screenshots are taken. */
const LIVED = 3 * 24 * 60 * MINUTE;
/** How far the clock advances per tick: a shorter step makes no smoother curve. */
const PACE = 3 * MINUTE;

/** A platform with data: the demo home with a history, some applications, and users. */
export type Stage = AsyncDisposable & {
  readonly platform: TestPlatform;
  readonly owner: PortalVisitor;
  readonly applicationId: string;
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

/** Returns a clock that runs behind and catches up by jumps. */
function lateClock(): Clock & { catchUp(by: number): boolean } {
  let behind = LIVED;
  return {
    now: () => Date.now() - behind,
    monotonic: () => performance.now(),
    setTimer: (ms, run) => setTimeout(run, ms).unref(),
    catchUp(by) {
      behind = Math.max(0, behind - by);
      return behind > 0;
    },
  };
}

export async function setStage(dataDir: string, say: (line: string) => void): Promise<Stage> {
  const clock = lateClock();
  const environment = { DEMO: '1', LOG_LEVEL: 'fatal' };
  const place = { dataDir, databaseUrl: undefined };
  const platform = await startPlatform({ place, environment, clock: clock as never });
  const { demo, features } = platform.server;
  const { simulator } = features;
  if (!demo) throw new Error('The platform made no demo home.');
  say('The demo home lives through three days.');
  while (clock.catchUp(PACE)) await simulator.tick();
  const { clientId, email: username, password } = demo;
  const scope = 'application,user';
  const call = { response_type: 'password', scope, client_id: clientId, username, password };
  const record = await readJson<TokenRecord>(await signIn(platform, 'authorize', call));
  const owner = await visitPortal(platform);
  const casa = await newApplication(platform, { name: 'Casa Azul', namespace: 'casa-azul' });
  await newApplication(platform, { name: 'Lusa insurance', type: 'distributor', namespace: 'lusa' });
  await newApplication(platform, { name: 'Hue bridge', type: 'manager', namespace: 'hue-bridge' });
  for (let count = 0; count < 5; count += 1) await newPerson(platform, casa);
  const devices = await addDevices(platform, record.owner_id, casa.clientId);
  await addTokens(owner);
  return {
    platform,
    owner,
    applicationId: casa.clientId,
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
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}

async function templateOf({ server }: TestPlatform, name: string): Promise<string> {
  const templates = await server.features.templates.list();
  const found = templates.find((each) => each.name.includes(name)) ?? templates[0];
  if (!found) throw new Error('The platform has no templates.');
  return found.id;
}

/** Adds a device in the demo home, some that wait to be claimed, and one that is disabled. */
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
