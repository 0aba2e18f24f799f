import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { errors } from '@azulejo/contract';
import { type Change, createClient, Unavailable } from '@azulejo/sdk';
import { natsServer, startNats } from '@azulejo/server/testing';
import { isFullRun } from '../support/full-run.ts';
import {
  brightnessOf,
  connectLive,
  type HeldLive,
  type LiveHome,
  setUpLiveHome,
  setUpLiveHomeBehindBalancer,
  setUpLiveHomeOnTwo,
  statusOf,
  untilConnected,
} from '../support/live-scene.ts';
import { clientToken } from '../support/people.ts';
import { onEachEngine, onEachEngineInFull, type Stage } from '../support/scene.ts';

const setUp = async (stage: Stage) => ({ place: stage.place, ...(await setUpLiveHome(stage)) });

/** Connects a lamp, which carries out writes, and the person's program. */
async function lampAndApp({ platform, lamps, client, newLamp, asLamp }: LiveHome) {
  const lamp = await newLamp();
  const device = await connectLive(lamps, await asLamp(lamp));
  const app = await connectLive(platform, client);
  await untilConnected(platform, lamp);
  return {
    lamp,
    device,
    app,
    status: statusOf(lamp),
    brightness: brightnessOf(lamp),
    async [Symbol.asyncDispose]() {
      await device.close();
      await app.close();
    },
  };
}

/** Resolves with the next change that the program receives. */
const nextChange = (live: HeldLive) =>
  new Promise<Change>((resolve) => {
    const stop = live.on('change', (change) => {
      stop();
      resolve(change);
    });
  });

const confirming = { onRead: () => undefined, onWrite: () => undefined };

function define(scene: () => LiveHome & Pick<Stage, 'place'>): void {
  it("receives a device's report with sender and timestamp, once it is stored", async () => {
    const { client } = scene();
    await using there = await lampAndApp(scene());
    const { device, app, brightness, lamp } = there;
    const received = nextChange(app);
    await device.report(brightness, 7);
    const { data, sender, onBehalfOf, timestamp, ...address } = await received;
    assert.deepEqual([data, sender, onBehalfOf, address], [7, lamp.clientId, undefined, brightness]);
    const stored = await client.values.get({
      channel_id: lamp.channel,
      component_id: brightness.component,
      property_id: brightness.property,
    });
    assert.deepEqual([stored.data, stored.timestamp], [7, timestamp]);
  });

  it('writes to a device, and resolves when the device has confirmed it', async () => {
    const { person, application } = scene();
    await using there = await lampAndApp(scene());
    const { device, app, status } = there;
    const requested: unknown[] = [];
    device.serve({
      ...confirming,
      onWrite: (address, data, { sender, onBehalfOf }) =>
        void requested.push([address, data, sender, onBehalfOf]),
    });
    const received = nextChange(app);
    const confirmed = await app.write(status, true);
    assert.deepEqual(requested, [[status, true, application.clientId, person.id]]);
    assert.deepEqual([confirmed.state, confirmed.data], ['done', true]);
    const change = await received;
    assert.deepEqual([change.data, change.timestamp], [true, confirmed.timestamp]);
  });

  it('returns `answered` when a device set another value than requested', async () => {
    await using there = await lampAndApp(scene());
    there.device.serve({ ...confirming, onWrite: () => 80 });
    const { state, data } = await there.app.write(there.brightness, 100);
    assert.deepEqual({ state, data }, { state: 'answered', data: 80 });
  });

  it('rejects a write with the reason: refused by the device, by the schema, or unanswered', async () => {
    const { platform } = scene();
    await using there = await lampAndApp(scene());
    const { device, app, status, brightness } = there;
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    device.serve({
      ...confirming,
      onWrite: async ({ property }) => {
        if (property === 'status') throw new Unavailable('unreachable');
        arrive();
        return new Promise<never>(() => {});
      },
    });
    const refusedAs = (code: number) => ({ name: 'Refused', code });
    await assert.rejects(app.write(status, true), refusedAs(errors.refused_by_device.code));
    await assert.rejects(app.write(brightness, 'bright'), refusedAs(errors.invalid_value.code));
    const unanswered = app.write(brightness, 9);
    await arrived;
    platform.clock.advance({ seconds: 6 });
    await assert.rejects(unanswered, refusedAs(errors.unanswered.code));
  });

  it('settles each of several writes to one property separately', async () => {
    await using there = await lampAndApp(scene());
    const { device, app, brightness } = there;
    const { promise: first, resolve: arrived } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    device.serve({
      ...confirming,
      onWrite: async (_address, data) => {
        if (data !== 1) return undefined;
        arrived();
        await released;
        return undefined;
      },
    });
    const superseded = app.write(brightness, 1);
    await first;
    const last = app.write(brightness, 2);
    await assert.rejects(superseded, { name: 'Refused', code: errors.superseded.code });
    release();
    // The device's late answer to the first write differs from the value of the second.
    assert.deepEqual((await last).state, 'answered');
  });

  it('answers a read in parallel with a write to the same property', async () => {
    await using there = await lampAndApp(scene());
    const { device, app, status } = there;
    await using other = await connectLive(scene().platform, scene().client);
    device.serve({ ...confirming, onWrite: () => undefined });
    await device.report(status, false);
    const [one, two] = await Promise.all([app.write(status, true), other.read(status)]);
    assert.equal(one.state, 'done');
    assert.equal(typeof two.data, 'boolean');
  });

  it('reads from the device, which is asked once for parallel reads', async () => {
    const { platform } = scene();
    await using there = await lampAndApp(scene());
    const { device, app, brightness, lamp } = there;
    let reads = 0;
    device.serve({ ...confirming, onRead: () => 40 + ++reads });
    const [one, two] = await Promise.all([app.read(brightness), app.read(brightness)]);
    assert.deepEqual([one.data, two.data, reads, one.sender], [41, 41, 1, lamp.clientId]);
    assert.equal((await app.read(brightness)).data, 41, 'a value so fresh is not asked for again');
    platform.clock.advance({ minutes: 1 });
    assert.equal((await app.read(brightness)).data, 42);
  });

  it('reads the last value, marked stale, when the device does not answer', async () => {
    const { platform } = scene();
    await using there = await lampAndApp(scene());
    const { device, app, brightness } = there;
    const received = nextChange(app);
    await device.report(brightness, 5);
    await received;
    platform.clock.advance({ minutes: 1 });
    const { promise: requested, resolve } = Promise.withResolvers<void>();
    device.serve({ ...confirming, onRead: () => resolve() });
    const reading = app.read(brightness);
    await requested;
    platform.clock.advance({ seconds: 6 });
    const { data, stale } = await reading;
    assert.deepEqual({ data, stale }, { data: 5, stale: true });
  });

  it('times out when a property has no value', async () => {
    await using there = await lampAndApp(scene());
    await assert.rejects(there.app.read(there.status, { timeoutMs: 200 }), { name: 'TimedOut' });
  });

  it('rejects a report that violates the schema, and continues', async () => {
    await using there = await lampAndApp(scene());
    const { device, brightness } = there;
    await assert.rejects(device.report(brightness, 'bright'), {
      name: 'Refused',
      code: errors.invalid_value.code,
    });
    await device.report(brightness, 1);
  });

  it('starts with the stored values when requested, and continues with changes', async () => {
    const { platform, client } = scene();
    await using there = await lampAndApp(scene());
    const { device, lamp, brightness, status } = there;
    await device.report(brightness, 3);
    await using app = await connectLive(platform, client);
    const changes = app.changes({ channels: [lamp.channel], initial: true });
    const first = await changes.next();
    assert.deepEqual([first.value?.data, first.value?.snapshot], [3, true]);
    await device.report(status, true);
    const second = await changes.next();
    assert.deepEqual([second.value?.property, second.value?.snapshot], ['status', undefined]);
    await app.close();
    assert.equal((await changes.next()).done, true);
  });

  it('resumes after a stored cursor without losing changes', async () => {
    const { platform, client } = scene();
    await using there = await lampAndApp(scene());
    const { device, lamp, brightness } = there;
    await using before = await connectLive(platform, client);
    const { cursor } = before;
    assert.ok(cursor);
    await before.close();
    for (const data of [1, 2, 3]) await device.report(brightness, data);
    await using after = await connectLive(platform, client, { after: cursor });
    const changes = after.changes({ channels: [lamp.channel] });
    for (const data of [1, 2, 3]) {
      const { value } = await changes.next();
      assert.deepEqual([value?.data, value?.cause], [data, 'report']);
    }
    assert.notEqual(after.cursor, cursor);
  });

  it('does not repeat changes that were delivered before it was closed', async () => {
    const { platform, client } = scene();
    await using there = await lampAndApp(scene());
    const { device, lamp, brightness } = there;
    await using before = await connectLive(platform, client);
    const received = before.changes({ channels: [lamp.channel] });
    await device.report(brightness, 1);
    assert.equal((await received.next()).value?.data, 1);
    await before.close();
    await device.report(brightness, 2);
    await using after = await connectLive(platform, client, { after: before.cursor ?? '' });
    const { value } = await after.changes({ channels: [lamp.channel] }).next();
    assert.equal(value?.data, 2);
  });

  it('emits resync for an unknown cursor, and delivers all values again', async () => {
    const { platform, client } = scene();
    await using there = await lampAndApp(scene());
    const { device, lamp, brightness } = there;
    await device.report(brightness, 8);
    await using live = await connectLive(platform, client, { after: 'from-another-world' });
    const resyncs: string[] = [];
    live.on('resync', ({ cursor }) => resyncs.push(cursor));
    const changes = live.changes({ channels: [lamp.channel] });
    const { value } = await changes.next();
    assert.deepEqual([value?.data, value?.snapshot], [8, true]);
    assert.deepEqual(resyncs, [live.cursor]);
  });

  it('delivers the last values to an application first, and then changes', async () => {
    const { platform, application } = scene();
    await using there = await lampAndApp(scene());
    const { device, lamp, brightness } = there;
    await device.report(brightness, 11);
    const record = await clientToken(platform, application, 'application');
    const program = createClient({ url: platform.url, clientId: application.clientId });
    await program.signIn.stored(record);
    await using live = await connectLive(platform, program);
    const changes = live.changes({ channels: [lamp.channel], initial: true });
    const { value } = await changes.next();
    assert.deepEqual([value?.data, value?.snapshot], [11, true]);
    const next = changes.next();
    await device.report(brightness, 12);
    assert.deepEqual([(await next).value?.data, (await next).value?.snapshot], [12, undefined]);
    assert.equal(live.cursor, undefined);
  });

  it("connects over TLS, verified with the platform's CA, and over WebSocket", async () => {
    const { platform, client, place } = scene();
    const ca = await readFile(join(place.dataDir, 'certificates', 'ca.pem'), 'utf8');
    await using there = await lampAndApp(scene());
    const { device, brightness } = there;
    await using tls = await connectLive(platform, client, { url: platform.config.urls.mqtt, ca });
    await using webSocket = await connectLive(platform, client, {
      url: `${platform.url.replace('http', 'ws')}/mqtt`,
    });
    const received = [nextChange(tls), nextChange(webSocket)];
    await device.report(brightness, 77);
    assert.deepEqual(
      (await Promise.all(received)).map(({ data }) => data),
      [77, 77],
    );
    // It fails at once, long before the timeout.
    await assert.rejects(client.live.connect({ url: platform.config.urls.mqtt }), {
      name: 'Untrusted',
      message: /unknown issuer.*ca\.pem/,
    });
  });
}

onEachEngineInFull("the SDK's live connection", setUp, define);

/** On several servers: two of them, to which devices and persons connect, or three behind a balancer. */
const setUpOnServers = isFullRun ? setUpLiveHomeBehindBalancer : setUpLiveHomeOnTwo;

onEachEngine(
  "the SDK's live connection, with devices at another server",
  async (stage) => ({ place: stage.place, ...(await setUpOnServers(stage)) }),
  define,
  { engines: ['postgres'] },
);

if (natsServer === undefined)
  describe('the same over NATS', { skip: 'nats-server is not installed' }, () => {});
else
  onEachEngine(
    'the same over NATS',
    async (stage) => {
      const nats = await startNats();
      stage.use({ [Symbol.asyncDispose]: () => nats.stop() });
      return { place: stage.place, ...(await setUpOnServers(stage, { BUS_URL: nats.url })) };
    },
    define,
    { engines: ['postgres'] },
  );
