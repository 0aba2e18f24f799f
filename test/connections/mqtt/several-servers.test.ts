import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PortalMessage } from '@azulejo/contract';
import type { Change } from '@azulejo/sdk';
import pg from 'pg';
import { eventPage, listEvents } from '../../support/feed-scene.ts';
import {
  brightnessOf,
  connectLive,
  type HeldLive,
  type LiveHome,
  setUpLiveHome,
  signedIn,
  untilState,
} from '../../support/live-scene.ts';
import { watchMessages } from '../../support/message-log.ts';
import { startOther } from '../../support/other-server.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { visitPortal } from '../../support/portal.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { until } from '../../support/until.ts';

/** Starts two servers on one database: people are at the first, devices at the other. */
async function setUp(stage: Stage) {
  const home = await setUpLiveHome(stage);
  const other = await startOther(stage);
  const admin = new pg.Client(stage.place.databaseUrl);
  await admin.connect();
  const lines: string[] = [];
  admin.on('notification', ({ payload = '' }) => lines.push(payload));
  await admin.query('listen azulejo_bus');
  stage.use({ [Symbol.asyncDispose]: () => admin.end() });
  return { ...home, other, admin, lines };
}

/** Connects a lamp to one platform, and the person's program to another. */
async function lampAndApp(home: LiveHome, at: TestPlatform) {
  const lamp = await home.newLamp();
  const device = await connectLive(at, await home.asLamp(lamp));
  const app = await connectLive(home.platform, home.client);
  const changes: Change[] = [];
  app.on('change', (change) => {
    if (change.channel === lamp.channel) changes.push(change);
  });
  return {
    lamp,
    device,
    app,
    brightness: brightnessOf(lamp),
    changes,
    async [Symbol.asyncDispose]() {
      await device.close();
      await app.close();
    },
  };
}

/** Returns the metrics of a server by their names. */
async function figuresOf(platform: TestPlatform): Promise<(name: string) => number> {
  const text = await (await platform.request('/metrics')).text();
  const figures = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
  return (name) => Number(figures.get(name) ?? Number.NaN);
}

const cutOff = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'azulejo bus listen' and datname = current_database()`;

onEachEngine(
  'two servers on one database',
  setUp,
  (scene) => {
    it('deliver what a device reports to one of them to the subscribers of the other', async () => {
      const { other, client } = scene();
      await using there = await lampAndApp(scene(), other);
      const { device, app, brightness, changes, lamp } = there;
      await using here: HeldLive = await connectLive(other, client);
      const near: Change[] = [];
      here.on('change', (change) => near.push(change));
      for (const data of [1, 2, 3]) await device.report(brightness, data);
      await until(() => changes.length >= 3 && near.length >= 3);
      assert.deepEqual(
        changes.map(({ data, sender }) => [data, sender]),
        [1, 2, 3].map((data) => [data, lamp.clientId]),
      );
      assert.deepEqual(
        changes.map(({ timestamp }) => timestamp),
        near.map(({ timestamp }) => timestamp),
      );
      assert.equal(app.state, 'online');
    });

    it('wake who waits at one of them for events that the other stores', async () => {
      const { platform, other, person } = scene();
      await using there = await lampAndApp(scene(), other);
      const { token } = person;
      // The poll of every two seconds would find an event later than half of that, mostly.
      let fastest = Number.POSITIVE_INFINITY;
      for (let data = 41; fastest > 1_000 && data < 46; data += 1) {
        const { cursor } = await eventPage(platform, token);
        const waiting = listEvents(platform, token, `?after=${cursor}&wait=60`);
        await setTimeout(50);
        const began = performance.now();
        await there.device.report(there.brightness, data);
        const { elements } = await readJson<{ elements: { data: unknown }[] }>(await waiting);
        fastest = Math.min(fastest, performance.now() - began);
        assert.deepEqual(
          elements.map((event) => event.data),
          [data],
        );
      }
      assert.ok(fastest < 1_000, `woken after ${fastest} ms`);
    });

    it('send again what was missed while one of them did not receive', async () => {
      const { other, admin } = scene();
      await using there = await lampAndApp(scene(), other);
      const { device, brightness, changes } = there;
      await device.report(brightness, 50);
      await until(() => changes.length > 0);
      let isCut = true;
      const cut = async () => {
        while (isCut) await admin.query(cutOff);
      };
      const cutting = cut();
      for (let data = 51; data <= 70; data += 1) await device.report(brightness, data);
      isCut = false;
      await cutting;
      await until(() => changes.at(-1)?.data === 70);
      const times = changes.map(({ timestamp }) => timestamp);
      assert.deepEqual(times, times.toSorted());
    });

    it('count what they tell each other, and what they missed', async () => {
      const { platform, other } = scene();
      // A server that was busy for seconds has forgotten the other one until it hears of it again.
      const read = () => Promise.all([figuresOf(other), figuresOf(platform)]);
      let [sender, receiver] = await read();
      while (sender('azulejo_other_servers') + receiver('azulejo_other_servers') < 2)
        [sender, receiver] = await read();
      const total = 'azulejo_bus_messages_total';
      assert.ok(sender(`${total}{direction="sent"}`) >= 20);
      assert.ok(receiver(`${total}{direction="received"}`) >= 3);
      assert.ok(receiver('azulejo_bus_delay_seconds_count') >= 3);
      assert.ok(receiver('azulejo_bus_gaps_total{reason="connection"}') >= 1);
      assert.ok(receiver('azulejo_mqtt_sessions_repaired_total') >= 1);
      for (const figure of [sender, receiver]) {
        assert.ok(figure('azulejo_lease_age_seconds') < 8);
        assert.ok(Math.abs(figure('azulejo_clock_offset_seconds')) < 1);
      }
      const parts = [sender, receiver].map((figure) => figure('azulejo_parts_held'));
      assert.ok(Math.max(...parts) > 0 && parts.reduce((sum, each) => sum + each) <= 256, parts.join());
    });

    it('end the sessions of a person who is disabled at the other one', async () => {
      const { platform, other, application, person } = scene();
      const client = await signedIn(other, application, person);
      await using live = await connectLive(other, client);
      const { users } = platform.server.features;
      // The check of every three seconds does not run, because the clock of the tests stands still.
      await users.setState(person.id, 'inactive');
      await untilState(live, 'closed');
    });

    it('show the messages of clients of the other one to a page that watches them, so many a second', async () => {
      const { platform, other, newLamp, asLamp, lines } = scene();
      const lamp = await newLamp();
      await using device = await connectLive(other, await asLamp(lamp));
      const wrong = device.report(brightnessOf(lamp), 'too bright');
      await assert.rejects(wrong);
      const visitor = await visitPortal(platform, 'viewer');
      const isOfLamp = ({ party }: PortalMessage) => party.id === lamp.clientId;
      {
        using watching = await watchMessages(platform, visitor, { client_id: lamp.clientId });
        const failure = await watching.next((message) => isOfLamp(message) && message.is_failure);
        assert.equal(failure.reason?.code, 'invalid_value');
        await device.report(brightnessOf(lamp), 42);
        const message = await watching.next(({ payload = '' }) => payload.includes('42'));
        assert.deepEqual([message.direction, message.result], ['in', 'stored']);
        for (let data = 0; data <= 80; data += 1) void device.report(brightnessOf(lamp), data);
        await until(() => lines.some((line) => /"skipped":[1-9]/.test(line)) || watching.skipped() > 0);
      }
      // Nobody watches any more.
      await until(() => lines.some((line) => line.includes('{"scopes":[]}')));
      const before = lines.length;
      await device.report(brightnessOf(lamp), 43);
      await until(() => lines.length > before);
      assert.ok(!lines.slice(before).some((line) => line.includes('\ntrace\t')));
    });

    it('tell each other nothing secret', async () => {
      const { lines, person, other, newLamp, asLamp } = scene();
      const lamp = await newLamp();
      await using device = await connectLive(other, await asLamp(lamp));
      await device.report(brightnessOf(lamp), 99);
      await until(() => lines.some((line) => line.includes(lamp.channel)));
      for (const secret of [person.token, person.password, person.email, lamp.secret])
        assert.ok(!lines.some((line) => line.includes(secret)));
    });
  },
  { engines: ['postgres'] },
);
