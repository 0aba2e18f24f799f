import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Command, EventPage, Value, ValueList } from '@azulejo/contract';
import { publishTopic } from '@azulejo/contract';
import { createFaults, type ManualClock, manualClock } from '@azulejo/server/testing';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

const PLUG = 'TS011F_plug_1';
const THERMOSTAT = 'SPZB0001';
const COVER = 'ZNCLDJ12LM';

/** Returns a clock at the next noon, as simulated people close the covers in the evening. */
function noon(): ManualClock {
  const clock = manualClock();
  const minute = Math.floor(clock.now() / 60_000) % 1440;
  clock.advance({ minutes: (720 - minute + 1440) % 1440 });
  return clock;
}

async function setUpHome({ start }: Pick<Stage, 'start'>) {
  const platform = await start({ clock: noon() });
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  const { templates, virtualDevices } = platform.server.features;
  const known = await templates.list();
  type Options = { seed?: number; faults?: ('late' | 'lost' | 'offline')[] };
  const newDevice = async (model: string, { seed = 7, faults = [] }: Options = {}) => {
    const templateId = known.find((each) => each.model === model)?.id ?? '';
    const { channel } = await virtualDevices.create({ userId: person.id, templateId, seed, faults });
    return channel.id;
  };
  const { token } = person;
  const pathOf = (channel: string, component: string, property: string) =>
    `/v3/channels/${channel}/components/${component}/properties/${property}/value`;
  const read = async (channel: string, component: string, property: string) =>
    readJson<Value>(await platform.request(pathOf(channel, component, property), { token }));
  const get = async (channel: string, component: string, property: string) =>
    (await read(channel, component, property)).data;
  const put = async (channel: string, component: string, property: string, data: unknown, wait = 5) => {
    const response = await platform.request(`${pathOf(channel, component, property)}?wait=${wait}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
      token,
    });
    return { status: response.status, command: (await response.json()) as Command };
  };
  /** Advances the clock in steps of `every` seconds, as when the server runs. */
  const pass = async (seconds: number, every = 5) => {
    for (let passed = 0; passed < seconds; passed += every) {
      platform.clock.advance({ seconds: every });
      await platform.server.features.simulator.tick();
    }
  };
  const valuesOf = async (channel: string) => {
    const reply = await platform.request('/v3/users/me/values', { token });
    return (await readJson<ValueList>(reply)).elements.filter((each) => each.channel === channel);
  };
  return { platform, application, person, newDevice, read, get, put, pass, valuesOf };
}

const setUp = async ({ start, openDatabase }: Stage) => ({
  ...(await setUpHome({ start })),
  db: await openDatabase(),
});

onEachEngineInFull('virtual devices', setUp, (scene) => {
  it('reports all values of a new virtual device soon after it was created', async () => {
    const { newDevice, pass, valuesOf } = scene();
    const channel = await newDevice(THERMOSTAT);
    await pass(10);
    const values = await valuesOf(channel);
    const properties = values.map(({ property }) => property);
    assert.ok(
      ['local-temperature', 'occupied-heating-setpoint', 'battery'].every((id) => properties.includes(id)),
    );
    assert.ok(values.every(({ cause, sender }) => cause === 'report' && sender === undefined));
  });

  it('confirms a write and simulates its consequences', async () => {
    const { newDevice, put, get, pass } = scene();
    const channel = await newDevice(THERMOSTAT);
    await pass(10);
    const before = Number(await get(channel, 'thermostat', 'local-temperature'));
    const { status, command } = await put(channel, 'thermostat', 'occupied-heating-setpoint', 26);
    assert.deepEqual([status, command.state, command.answer], [200, 'done', 26]);
    await pass(5);
    assert.equal(await get(channel, 'thermostat', 'current-heating-setpoint'), 26);
    await pass(3600, 30);
    assert.ok(Number(await get(channel, 'thermostat', 'local-temperature')) > before + 1);
    assert.ok(Number(await get(channel, 'thermostat', 'pi-heating-demand')) > 50);
  });

  it("answers a write before the device's first simulation step", async () => {
    const { newDevice, put } = scene();
    const channel = await newDevice(PLUG);
    const { status, command } = await put(channel, 'socket', 'status', false);
    assert.deepEqual([status, command.state], [200, 'done']);
  });

  it('answers a read over MQTT, and moves gradually to a position', async () => {
    const { newDevice, platform, application, person, pass } = scene();
    const channelId = await newDevice(COVER);
    const credentials = { clientId: application.clientId, token: person.token };
    await using session = await connectMqtt(platform, credentials);
    await session.subscribe(`/v3/users/${person.id}/channels/#`);
    const topic = publishTopic({ channelId, componentId: 'cover', propertyId: 'position' });
    const isPosition = ({ topic: received }: { topic: string }) => received.endsWith('/position/value');
    await pass(15);
    platform.clock.advance({ seconds: 11 });
    const first = await session.next(isPosition);
    assert.deepEqual([first.message.io, first.message.data], ['iw', 100]);
    await session.publish(topic, { io: 'r' });
    const answer = await session.next(isPosition);
    assert.deepEqual([answer.message.io, answer.message.data], ['ir', 100]);
    await session.publish(topic, { io: 'w', data: 30 });
    const confirmation = await session.next(isPosition);
    assert.deepEqual([confirmation.message.io, confirmation.message.data], ['iw', 30]);
    assert.equal(confirmation.message.on_behalf_of, person.id);
    await pass(40);
    const way: unknown[] = [];
    while (way.at(-1) !== 30) way.push((await session.next(isPosition)).message.data);
    assert.ok(way.length > 2, `goes ${way}`);
    assert.ok(way.every((position) => Number(position) >= 30 && Number(position) < 100));
  });

  it("reports values by itself into the event log of the device's users", async () => {
    const { newDevice, platform, person, pass } = scene();
    const cursor = async (after?: string) => {
      const query = after === undefined ? '' : `?after=${after}&page_size=1000`;
      const reply = await platform.request(`/v3/users/me/events${query}`, { token: person.token });
      return readJson<EventPage>(reply);
    };
    const channel = await newDevice('9290012607');
    await pass(10);
    const { cursor: start } = await cursor();
    await pass(6 * 3600, 120);
    const { elements } = await cursor(start);
    const own = elements.filter((event) => event.channel === channel);
    assert.ok(own.length > 0);
    assert.ok(own.every(({ type, io, cause }) => type === 'value' && io === 'iw' && cause === 'report'));
  });

  it('stops a device with its channel, without errors in the log', async () => {
    const { newDevice, pass, put, db, platform } = scene();
    const channel = await newDevice(PLUG);
    await pass(10);
    await db.write((tx) => tx.deleteFrom('channels').where('id', '=', channel).execute());
    await pass(30);
    assert.equal((await put(channel, 'socket', 'status', true)).status, 404);
    assert.doesNotMatch(platform.log(), /"level":50/);
  });

  it('simulates faults: a lost or late answer leaves a write unanswered', async () => {
    const { newDevice, platform, person, put, pass } = scene();
    const [seed, faults] = [11, ['lost', 'late'] as const];
    const channel = await newDevice(PLUG, { seed, faults: [...faults] });
    await pass(10);
    const { ofAnswer } = createFaults(faults, seed);
    const states: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      const fault = ofAnswer('w');
      const data = count % 2 === 0;
      // A late report still arrives now, so that it is not the answer to this write.
      if (fault !== undefined) await pass(8, 8);
      const { command } = await put(channel, 'socket', 'child-lock', data, fault === undefined ? 5 : 0);
      states.push(command.state);
      if (fault === undefined) continue;
      platform.clock.advance({ seconds: 6 });
      await platform.server.features.writePath.settleOverdue();
      const settled = await platform.request(command.href ?? '', { token: person.token });
      assert.equal((await readJson<Command>(settled)).state, 'unanswered', fault);
    }
    assert.ok(states.filter((state) => state === 'done').length > 20);
    assert.ok(states.filter((state) => state === 'open').length > 2);
  });

  it('follows the instructions of two devices that are changed in the same millisecond', async () => {
    const { newDevice, pass, get, platform } = scene();
    const { simulator, virtualDeviceControl } = platform.server.features;
    const [first, second] = [await newDevice(THERMOSTAT), await newDevice(THERMOSTAT)];
    await pass(10);
    const place = { componentId: 'thermostat', propertyId: 'local-temperature' };
    const hold = (channel: string) => virtualDeviceControl.report({}, channel, { ...place, data: 5 }, true);
    platform.clock.advance({ seconds: 1 });
    await hold(first);
    await simulator.tick();
    await hold(second);
    await pass(1800, 30);
    assert.equal(await get(second, 'thermostat', 'local-temperature'), 5);
  });

  it('answers a command although the device of the one before it cannot be read', async () => {
    const { newDevice, pass, put, db } = scene();
    const [damaged, plug] = [await newDevice(PLUG), await newDevice(PLUG)];
    await pass(10);
    const setHeld = (held_json: string) =>
      db.write((tx) =>
        tx.updateTable('virtual_devices').set({ held_json }).where('channel_id', '=', damaged).execute(),
      );
    await setHeld('damaged');
    const [, { command }] = await Promise.all([
      put(damaged, 'socket', 'status', false, 0),
      put(plug, 'socket', 'status', false),
    ]);
    assert.equal(command.state, 'done');
    await setHeld('[]');
  });

  it('simulates new and existing devices after the clock was set back', async () => {
    const { newDevice, pass, put, get, valuesOf, platform } = scene();
    const thermostat = await newDevice(THERMOSTAT);
    await pass(10);
    platform.clock.jump({ minutes: -120 });
    const plug = await newDevice(PLUG);
    await pass(10);
    assert.ok((await valuesOf(plug)).length > 0);
    const before = Number(await get(thermostat, 'thermostat', 'local-temperature'));
    await put(thermostat, 'thermostat', 'occupied-heating-setpoint', 26);
    await pass(3600, 30);
    assert.ok(Number(await get(thermostat, 'thermostat', 'local-temperature')) > before + 1);
  });
});

onEachEngineInFull(
  'virtual devices and a restart',
  async ({ start }) => {
    const scene = await setUpHome({ start });
    const channel = await scene.newDevice(THERMOSTAT);
    await scene.pass(10);
    await scene.put(channel, 'thermostat', 'occupied-heating-setpoint', 27.5);
    const { data: before } = await scene.read(channel, 'thermostat', 'local-temperature');
    await scene.platform[Symbol.asyncDispose]();
    const { clock } = scene.platform;
    const platform = await start({ clock });
    for (let minutes = 0; minutes < 30; minutes += 1) {
      clock.advance({ minutes: 1 });
      await platform.server.features.simulator.tick();
    }
    return { before: Number(before), values: await platform.server.features.values.ofChannel(channel) };
  },
  (scene) => {
    it("continues from a device's last values after a restart", () => {
      const { before, values } = scene();
      const of = (id: string) => values.find(({ propertyId }) => propertyId === id);
      assert.equal(of('occupied-heating-setpoint')?.data, 27.5);
      assert.equal(of('occupied-heating-setpoint')?.revision, 2, 'it is not reported again');
      assert.ok(Number(of('local-temperature')?.data) > before + 0.5);
    });
  },
);
