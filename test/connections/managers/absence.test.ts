import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ChannelTemplate } from '@azulejo/contract';
import { sql } from 'kysely';
import { askDevice } from '../../support/ask-device.ts';
import { LAMP, type Lamp, setUpLiveHome } from '../../support/live-scene.ts';
import {
  brightness,
  connectMaker,
  type MakerScene,
  setUpMaker,
  status,
} from '../../support/manager-scene.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { startOther } from '../../support/other-server.ts';
import { panelTemplate } from '../../support/panel-template.ts';
import { clientToken } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { newMember } from '../../support/portal-page.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine, onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { templateProperty } from '../../support/template-property.ts';
import { until } from '../../support/until.ts';
import { postJson } from '../../support/wire.ts';

type Access = { channel: string; component: string; property: 'access' };
const access = (channel: string): Access => ({ ...status(channel), property: 'access' });

const STEP = { seconds: 10 };
/** More steps than it takes until the server has noticed the end of a connection, and half a minute after it. */
const MAX_STEPS = 50;
/** As many devices as it takes so that reports arrive while the server restores others. */
const SIMULTANEOUS = 40;

const pathOf = (channel: string, component = 'light-bulb') =>
  `/v3/channels/${channel}/components/${component}/properties/access/value`;

/** Returns what the user sees; undefined until a value was reported. */
async function readAccess({ platform, ana }: MakerScene, channel: string): Promise<unknown> {
  const response = await platform.request(pathOf(channel), { token: ana.token });
  return response.status === 200 ? (await readJson<{ data: unknown }>(response)).data : undefined;
}

/** Moves the clock until the user sees this. */
async function untilAccess(scene: MakerScene, channel: string, wanted: string): Promise<void> {
  const { platform } = scene;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await platform.server.features.absences.check();
    if ((await readAccess(scene, channel)) === wanted) return;
    platform.clock.advance(STEP);
  }
  assert.fail(`access of ${channel} did not become ${wanted}`);
}

const setUp = (stage: Stage) => setUpMaker(stage);

onEachEngineInFull('an absent manager', setUp, (scene) => {
  it('reports nothing while a manager that was never connected does not connect', async () => {
    const { platform, newLamp, ana } = scene();
    const lamp = await newLamp('by HTTP only');
    for (let step = 0; step < 5; step += 1) {
      await platform.server.features.absences.check();
      platform.clock.advance(STEP);
    }
    const path = `/v3/channels/${lamp}/components/light-bulb/properties/access/value`;
    assert.equal((await platform.request(path, { token: ana.token })).status, 404);
  });

  it('reports its devices as disconnected after half a minute, until it is connected again', async () => {
    const { platform, manager, newLamp } = scene();
    const [lamp, broken] = [await newLamp('reachable'), await newLamp('broken')];
    {
      await using live = await connectMaker(platform, manager);
      await live.report(brightness(lamp), 40);
      await live.report(access(broken), 'unreachable');
      await live.flush();
      await platform.server.features.absences.check();
    }
    await untilAccess(scene(), lamp, 'disconnected');
    await untilAccess(scene(), broken, 'unreachable');
    await using live = await connectMaker(platform, manager);
    await untilAccess(scene(), lamp, 'ok');
    await untilAccess(scene(), broken, 'unreachable');
    assert.equal(live.state, 'online');
  });

  it('keeps the access that a manager reported once it was back', async () => {
    const { platform, manager, newLamp } = scene();
    const [lamp, left] = [await newLamp('stays'), await newLamp('left')];
    {
      await using _live = await connectMaker(platform, manager);
      await platform.server.features.absences.check();
    }
    await untilAccess(scene(), left, 'disconnected');
    await using live = await connectMaker(platform, manager);
    await live.report(access(left), 'disconnected');
    await live.flush();
    await untilAccess(scene(), lamp, 'ok');
    await untilAccess(scene(), left, 'disconnected');
  });

  it('keeps the access that a manager reports at the moment when it is back', async () => {
    const { platform, manager, newLamp } = scene();
    const { absences, channels, writePath } = platform.server.features;
    const lamps: string[] = [];
    for (let number = 0; number < SIMULTANEOUS; number += 1) lamps.push(await newLamp(`broken ${number}`));
    {
      await using _live = await connectMaker(platform, manager);
      await absences.check();
    }
    for (const lamp of lamps) await untilAccess(scene(), lamp, 'disconnected');
    await using _live = await connectMaker(platform, manager);
    const actor = { kind: 'client', id: manager.id, clientId: manager.id } as const;
    const reported = await Promise.all(lamps.map((lamp) => channels.findChannelAccess(lamp)));
    const checked = absences.check();
    // Each report is stored before the next one arrives, so that some are while the server restores the devices.
    for (const channel of reported) {
      assert.ok(channel);
      const { channelId } = channel;
      const address = { channelId, componentId: 'light-bulb', propertyId: 'access' };
      await writePath.put(actor, { ...channel, rights: 'all' }, address, 'unreachable');
    }
    await checked;
    const states = await Promise.all(lamps.map((lamp) => readAccess(scene(), lamp)));
    assert.deepEqual(new Set(states), new Set(['unreachable']));
  });
});

onEachEngineInFull('a manager that crashes during a write', setUp, (scene) => {
  it('leaves it unanswered five seconds after its session ended', async () => {
    const { platform, manager, newLamp, ana } = scene();
    const { commands, writePath } = platform.server.features;
    const lamp = await newLamp('crashed');
    const of = [{ channelId: lamp, componentId: 'light-bulb' }];
    const write = async () => {
      const response = await platform.request(
        `/v3/channels/${lamp}/components/light-bulb/properties/status/value`,
        {
          method: 'PUT',
          token: ana.token,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ data: true }),
        },
      );
      assert.equal(response.status, 202);
      return ((await response.json()) as { id: string }).id;
    };
    let id: string;
    {
      await using _live = await connectMaker(platform, manager);
      id = await write();
      await writePath.settleOverdue();
      assert.equal((await commands.openOf(of)).length, 1);
    }
    while (platform.server.features.connectedClients.has(manager.id)) await setImmediate();
    platform.clock.advance({ seconds: 4 });
    await writePath.settleOverdue();
    assert.equal((await commands.openOf(of)).length, 1);
    platform.clock.advance({ seconds: 2 });
    await writePath.settleOverdue();
    const response = await platform.request(`/v3/commands/${id}`, { token: ana.token });
    assert.equal((await readJson<{ state: string }>(response)).state, 'unanswered');
  });
});

const fewWrites = { VALUES_KB_PER_SECOND: '1', VALUES_KB_PER_SECOND_AND_CLIENT: '1' };
/** More than a manager may store at once with these settings. */
const TOO_MANY = 150;

onEachEngineInFull(
  'an absent manager whose quota is used up when it is back',
  ({ start }: Stage) => setUpMaker({ start: (options) => start({ ...options, environment: fewWrites }) }),
  (scene) => {
    it('reports that its devices can be reached as soon as the quota allows it', async () => {
      const { platform, manager, newLamp } = scene();
      const lamp = await newLamp('busy');
      {
        await using _live = await connectMaker(platform, manager);
        await platform.server.features.absences.check();
      }
      await untilAccess(scene(), lamp, 'disconnected');
      await using live = await connectMaker(platform, manager);
      for (let count = 0; count < TOO_MANY; count += 1) await live.report(brightness(lamp), count % 100);
      await live.flush();
      await untilAccess(scene(), lamp, 'ok');
    });
  },
);

/** A device that sleeps. */
const sleeperTemplate: ChannelTemplate = {
  ...panelTemplate,
  id: '9ad7c9d4-62a3-4d9c-8a55-0f2f6f3f7a11',
  model: 'P1 with a battery',
  properties: [
    ...panelTemplate.properties,
    { ...templateProperty('battery', { io: 'rs' }), classes: ['com.azulejo.properties.battery.battery'] },
  ],
};

async function setUpDevices(stage: Stage) {
  const home = await setUpLiveHome(stage);
  const { platform, person } = home;
  await platform.server.features.templates.import([sleeperTemplate], { areTrusted: false });
  const newSleeper = async (): Promise<Lamp> => {
    const { client, secret, channel } = await platform.server.features.devices.create({
      userId: person.id,
      templateId: sleeperTemplate.id,
    });
    return { clientId: client.id, secret, channel: channel.id };
  };
  const asDevice = async (lamp: Lamp, at: TestPlatform) => {
    const { access_token: token } = await clientToken(platform, lamp, 'device');
    const session = await connectMqtt(at, { clientId: lamp.clientId, token });
    await session.subscribe(`/v3/devices/${lamp.clientId}/channels/#`);
    return session;
  };
  const connect = (lamp: Lamp) => asDevice(lamp, platform);
  /** Connects a device for a moment, and waits until the platform has noticed that it left. */
  const leave = async (lamp: Lamp) => {
    {
      await using _session = await connect(lamp);
      await platform.server.features.absences.check();
    }
    while (platform.server.features.connectedClients.has(lamp.clientId)) await setImmediate();
    await platform.server.features.absences.check();
  };
  const accessOf = async ({ channel }: Lamp, component?: string): Promise<unknown> => {
    const path = pathOf(channel, component);
    const response = await platform.request(path, { token: person.token });
    return response.status === 200 ? (await readJson<{ data: unknown }>(response)).data : undefined;
  };
  const pass = async (seconds: number) => {
    platform.clock.advance({ seconds });
    await platform.server.features.absences.check();
  };
  return {
    ...home,
    db: await stage.openDatabase(),
    stage,
    newSleeper,
    asDevice,
    connect,
    leave,
    accessOf,
    pass,
  };
}

onEachEngineInFull('a device whose session has ended', setUpDevices, (scene) => {
  it('is disconnected after a minute, until it is connected again', async () => {
    const { newLamp, connect, leave, accessOf, pass } = scene();
    const lamp = await newLamp();
    await leave(lamp);
    await pass(58);
    assert.equal(await accessOf(lamp), undefined);
    await pass(2);
    assert.equal(await accessOf(lamp), 'disconnected');
    await using _session = await connect(lamp);
    await pass(2);
    assert.equal(await accessOf(lamp), 'ok');
  });

  it('is not disconnected when it is back within a minute', async () => {
    const { newLamp, connect, leave, accessOf, pass } = scene();
    const lamp = await newLamp();
    await leave(lamp);
    await pass(50);
    await using _session = await connect(lamp);
    await pass(2);
    await pass(60);
    assert.equal(await accessOf(lamp), undefined);
  });

  it('can be reached again with its next report, also without a session', async () => {
    const { platform, newLamp, leave, accessOf, pass } = scene();
    const lamp = await newLamp();
    await leave(lamp);
    await pass(60);
    assert.equal(await accessOf(lamp), 'disconnected');
    const { access_token: token } = await clientToken(platform, lamp, 'device');
    const { component, property } = brightness(lamp.channel);
    const path = `/v3/channels/${lamp.channel}/components/${component}/properties/${property}/value`;
    const response = await platform.request(path, {
      method: 'PUT',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: 40 }),
    });
    assert.ok(response.ok);
    await pass(2);
    assert.equal(await accessOf(lamp), 'ok');
    await pass(120);
    assert.equal(await accessOf(lamp), 'ok');
  });

  it('can be reached again although its template says meanwhile that it sleeps', async () => {
    const { platform, person, connect, leave, accessOf, pass } = scene();
    const { templates, devices } = platform.server.features;
    const steady = { ...sleeperTemplate, id: 'b1f7b8e2-3f61-4f0e-8f0c-6c1d5a3b9e22', model: 'P2' };
    await templates.import([{ ...steady, properties: panelTemplate.properties }], { areTrusted: false });
    const { client, secret, channel } = await devices.create({ userId: person.id, templateId: steady.id });
    const panel: Lamp = { clientId: client.id, secret, channel: channel.id };
    await leave(panel);
    await pass(60);
    assert.equal(await accessOf(panel, 'left'), 'disconnected');
    await templates.import([steady], { areTrusted: false });
    const { page } = await newMember(platform, { role: 'owner' });
    await page.ask('POST', `/templates/${steady.id}/move`, { from_version: 1, to_version: 2 });
    await using _session = await connect(panel);
    await pass(2);
    assert.equal(await accessOf(panel, 'left'), 'ok');
  });

  it('is noticed when it got its first channel that never sleeps after it had connected', async () => {
    const { platform, application, person, newSleeper, connect, accessOf, pass } = scene();
    const { connectedClients, absences } = platform.server.features;
    const device = await newSleeper();
    const { access_token: token } = await clientToken(platform, device, 'device');
    const send = (path: string, body: object) => postJson(platform, path, body, { token });
    let channel: string;
    {
      await using _session = await connect(device);
      await absences.check();
      const created = await send('/v3/devices/self/channels', { channeltemplate_id: LAMP });
      channel = ((await created.json()) as { id: string }).id;
      for (const [client_id, role] of [
        [application.clientId, 'application'],
        [person.id, 'user'],
      ] as const) {
        await askDevice(platform, application, person, device.clientId);
        const body = { client_id, role, requesting_client_id: application.clientId };
        await readJson(await send(`/v3/channels/${channel}/grant-access`, body));
      }
      await absences.check();
    }
    while (connectedClients.has(device.clientId)) await setImmediate();
    await absences.check();
    await pass(60);
    assert.equal(await accessOf({ ...device, channel }), 'disconnected');
    assert.equal(await accessOf(device, 'left'), undefined, 'the other one sleeps');
  });

  it('is disconnected after a minute also when the database failed as it left', async () => {
    const { platform, newLamp, connect, accessOf, pass } = scene();
    const { absences, connectedClients } = platform.server.features;
    const rename = (from: string, to: string) =>
      platform.server.db.write((tx) => sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(tx));
    const lamp = await newLamp();
    {
      await using _session = await connect(lamp);
      await absences.check();
    }
    while (connectedClients.has(lamp.clientId)) await setImmediate();
    await rename('client_connections', 'unreadable');
    await assert.rejects(absences.check());
    await rename('unreadable', 'client_connections');
    await pass(2);
    await pass(60);
    assert.equal(await accessOf(lamp), 'disconnected');
  });

  it('stays as it is when it has a battery, because it sleeps', async () => {
    const { newSleeper, leave, accessOf, pass } = scene();
    const sleeper = await newSleeper();
    await leave(sleeper);
    await pass(3600);
    assert.equal(await accessOf(sleeper, 'left'), undefined);
  });

  it('is disconnected a minute after a restart of the platform during which it left', async () => {
    const { platform, stage, newLamp, leave, person } = scene();
    const lamp = await newLamp();
    await leave(lamp);
    await platform[Symbol.asyncDispose]();
    const restarted = await stage.start({ clock: platform.clock });
    const { absences } = restarted.server.features;
    await absences.check();
    restarted.clock.advance({ seconds: 60 });
    await absences.check();
    const response = await restarted.request(pathOf(lamp.channel), { token: person.token });
    assert.equal((await readJson<{ data: unknown }>(response)).data, 'disconnected');
  });
});

/** How many devices: with so many, one server looks after all of them once in 2^9 runs. */
const ON_TWO_SERVERS = 10;

onEachEngine(
  'devices of two servers on one database',
  async (stage) => {
    const home = await setUpDevices(stage);
    return { ...home, other: await startOther(stage, { clock: home.platform.clock }) };
  },
  (scene) => {
    it('are disconnected when they are connected to neither', async () => {
      const { platform, other, newLamp, asDevice, accessOf } = scene();
      const servers = [platform, other];
      const lamps = await Promise.all(Array.from({ length: ON_TWO_SERVERS }, newLamp));
      const all = async (state: string | undefined) => {
        for (const server of servers) await server.server.features.absences.check();
        const states = await Promise.all(lamps.map((lamp) => accessOf(lamp)));
        return states.every((each) => each === state);
      };
      const isKnown = async () =>
        (await scene().db.read.selectFrom('client_connections').select('client_id').execute()).length ===
        ON_TWO_SERVERS;

      const sessions = await Promise.all(lamps.map((lamp) => asDevice(lamp, other)));
      await until(async () => (await all(undefined)) && isKnown());
      platform.clock.advance({ minutes: 2 });
      assert.ok(await all(undefined));

      for (const session of sessions) await session[Symbol.asyncDispose]();
      await until(async () => {
        platform.clock.advance({ seconds: 10 });
        return all('disconnected');
      });
      const again = await Promise.all(lamps.map((lamp) => asDevice(lamp, platform)));
      await until(() => all('ok'));
      for (const session of again) await session[Symbol.asyncDispose]();
    });
  },
  { engines: ['postgres'] },
);
