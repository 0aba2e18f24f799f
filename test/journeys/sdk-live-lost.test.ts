import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Change, Live } from '@azulejo/sdk';
import {
  brightnessOf,
  collectChanges,
  connectLive,
  relayTo,
  setUpLiveHome,
  statusOf,
  untilState,
} from '../support/live-scene.ts';
import type { TestPlatform } from '../support/platform.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const setUp = async (stage: Stage) => ({ stage, ...(await setUpLiveHome(stage)) });

/** Asserts that no change is repeated: a property has one value at a time. */
function assertOnce(received: readonly Change[]): void {
  const moments = received.map(({ property, timestamp }) => `${property} ${timestamp}`);
  assert.deepEqual(moments, [...new Set(moments)].sort());
}

const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

onEachEngineInFull("the SDK's live connection when it is lost", setUp, (scene) => {
  it('reconnects, and delivers the changes in between once and in order', async () => {
    const { platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    await using relay = await relayTo(platform);
    await using device = await connectLive(platform, await asLamp(lamp));
    await using app = await connectLive(platform, client, { url: `mqtt://127.0.0.1:${relay.port}` });
    const states: Live['state'][] = [];
    app.on('state', (state) => states.push(state));
    const { received, done } = collectChanges(app, lamp.channel, 80);
    for (const data of count(1, 20)) await device.report(brightnessOf(lamp), data);
    for (const round of [1, 2]) {
      const offline = untilState(app, 'offline');
      await relay.cut();
      await offline;
      for (const data of count(round * 20 + 1, round * 20 + 20))
        await device.report(brightnessOf(lamp), data);
      const online = untilState(app, 'online');
      await relay.restore();
      await online;
    }
    for (const data of count(61, 80)) await device.report(brightnessOf(lamp), data);
    await done;
    assert.deepEqual(
      received.map(({ data }) => data),
      count(1, 80),
    );
    assertOnce(received);
    assert.deepEqual(states, ['offline', 'online', 'offline', 'online']);
  });

  it('loses nothing while it is cut repeatedly under load, in both directions', async () => {
    const { platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    await using relay = await relayTo(platform);
    const url = `mqtt://127.0.0.1:${relay.port}`;
    await using device = await connectLive(platform, await asLamp(lamp), { url });
    await using app = await connectLive(platform, client, { url });
    const { received, done } = collectChanges(app, lamp.channel, 75);
    const reports: Promise<void>[] = [];
    for (const round of [0, 1, 2]) {
      await Promise.all([untilState(device, 'online'), untilState(app, 'online')]);
      for (const data of count(round * 25 + 1, round * 25 + 25))
        reports.push(device.report(brightnessOf(lamp), data));
      // The connection is cut where some reports are stored but unacknowledged, and others have not arrived.
      await reports[round * 25 + 2];
      await relay.cut();
      await relay.restore();
    }
    await Promise.all(reports);
    await done;
    assertOnce(received);
    // A report without acknowledgement is sent again: a value may be repeated, but never lost or reordered.
    const values = received.map(({ data }) => Number(data));
    assert.deepEqual(
      [...new Set(values)].sort((one, other) => one - other),
      count(1, 75),
    );
    assert.deepEqual(values.at(-1), 75);
  });

  it('sends reports again when the connection is reset before they are acknowledged', async () => {
    const { platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    await using relay = await relayTo(platform);
    await using device = await connectLive(platform, await asLamp(lamp), {
      url: `mqtt://127.0.0.1:${relay.port}`,
    });
    await using app = await connectLive(platform, client);
    const { received, done } = collectChanges(app, lamp.channel, 3);
    relay.silence();
    const reports = [1, 2, 3].map((data) => device.report(brightnessOf(lamp), data));
    const offline = untilState(device, 'offline');
    await relay.reset();
    await offline;
    await relay.restore();
    await Promise.all(reports);
    await done;
    assert.deepEqual(
      received.map(({ data }) => data),
      [1, 2, 3],
    );
  });

  it('finds out how a pending write ended', async () => {
    const { platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    await using relay = await relayTo(platform);
    await using device = await connectLive(platform, await asLamp(lamp));
    await using app = await connectLive(platform, client, { url: `mqtt://127.0.0.1:${relay.port}` });
    const answers: Record<string, () => unknown> = { done: () => undefined, answered: () => 70 };
    for (const [state, answer] of Object.entries(answers)) {
      const requested = Promise.withResolvers<void>();
      const cut = Promise.withResolvers<void>();
      handlers.onWrite = async () => {
        requested.resolve();
        await cut.promise;
        return answer();
      };
      if (state === 'done') device.serve(handlers);
      const writing = app.write(brightnessOf(lamp), 60);
      await requested.promise;
      const offline = untilState(app, 'offline');
      await relay.cut();
      await offline;
      const stored = nextReport(platform);
      cut.resolve();
      await stored;
      await relay.restore();
      assert.equal((await writing).state, state);
    }
  });

  it('repeats a pending read after it reconnected', async () => {
    const { platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    await using relay = await relayTo(platform);
    await using app = await connectLive(platform, client, { url: `mqtt://127.0.0.1:${relay.port}` });
    const offline = untilState(app, 'offline');
    await relay.cut();
    await offline;
    const reading = app.read(statusOf(lamp));
    await using device = await connectLive(platform, await asLamp(lamp));
    device.serve({ onRead: () => true, onWrite: () => undefined });
    await relay.restore();
    assert.equal((await reading).data, true);
  });

  it("does not send a write after its caller's timeout", async () => {
    const { platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    await using relay = await relayTo(platform);
    await using app = await connectLive(platform, client, { url: `mqtt://127.0.0.1:${relay.port}` });
    await using device = await connectLive(platform, await asLamp(lamp));
    const written: unknown[] = [];
    device.serve({ onRead: () => undefined, onWrite: (_address, data) => void written.push(data) });
    const offline = untilState(app, 'offline');
    await relay.cut();
    await offline;
    await assert.rejects(app.write(brightnessOf(lamp), 1, { timeoutMs: 100 }));
    await relay.restore();
    await untilState(app, 'online');
    await app.write(brightnessOf(lamp), 2);
    assert.deepEqual(written, [2]);
  });
});

const handlers = { onRead: () => undefined, onWrite: async (): Promise<unknown> => undefined };

/** Resolves when the platform has stored the next report. */
function nextReport({ server }: TestPlatform): Promise<void> {
  return new Promise((resolve) => {
    const listening = server.features.bus.on('valueReported', () => {
      listening[Symbol.dispose]();
      resolve();
    });
  });
}

onEachEngineInFull("the SDK's live connection when the platform restarts", setUp, (scene) => {
  it('delivers every change and loses no report', async () => {
    const { stage, platform, client, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    const app = await connectLive(platform, client);
    const device = await connectLive(platform, await asLamp(lamp));
    const { received, done } = collectChanges(app, lamp.channel, 100);
    const report = (from: number, to: number) =>
      Promise.all(count(from, to).map((data) => device.report(brightnessOf(lamp), data)));
    await report(1, 30);
    const under = report(31, 60);
    await platform[Symbol.asyncDispose]();
    const { httpPort, mqtt } = platform.config;
    await using again = await stage.start({
      environment: {
        HTTP_PORT: String(httpPort),
        MQTT_PORT: String(mqtt.port),
        MQTTS_PORT: String(mqtt.tlsPort),
      },
    });
    assert.equal(again.url, platform.url);
    await under;
    await report(61, 100);
    await done;
    await device.close();
    await app.close();
    assertOnce(received);
    const values = received.map(({ data }) => Number(data));
    assert.deepEqual(
      [...new Set(values)].sort((one, other) => one - other),
      count(1, 100),
    );
  });
});
