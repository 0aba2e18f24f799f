import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { type AzulejoError, fileOutboxStore, type ManagerLive } from '@azulejo/sdk/manager';
import { Aedes } from 'aedes';
import {
  brightness,
  connectMaker,
  historyOf,
  relayTo,
  setUpMaker,
  status,
  untilManager,
} from '../support/manager-scene.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const setUp = async (stage: Stage) => ({ stage, ...(await setUpMaker(stage)) });

const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Asserts that nothing is lost or reordered. A report without acknowledgement may have been sent twice. */
function assertAll(values: readonly unknown[], expected: readonly number[]): void {
  assert.deepEqual(
    values.filter((value, index) => value !== values[index - 1]),
    expected,
  );
}

const rejectedAs = (work: Promise<unknown>): Promise<AzulejoError['name']> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: AzulejoError) => error.name,
  );

onEachEngineInFull("a manager's connection when it is lost", setUp, (scene) => {
  it('delivers every report in order while it is cut repeatedly', async () => {
    const { platform, manager, newLamp, asAna } = scene();
    const lamps = [await newLamp('cut-1'), await newLamp('cut-2')];
    await using relay = await relayTo(platform);
    await using live = await connectMaker(platform, manager, { url: `mqtt://127.0.0.1:${relay.port}` });
    for (const round of [0, 1, 2]) {
      await untilManager(live, 'online');
      for (const data of count(round * 20 + 1, round * 20 + 20))
        await Promise.all(lamps.map((channel) => live.report(brightness(channel), data)));
      const offline = untilManager(live, 'offline');
      await relay.cut();
      await offline;
      await relay.restore();
    }
    await live.flush();
    const client = await asAna();
    for (const channel of lamps) assertAll(await historyOf(client, channel), count(1, 60));
    assert.equal(live.outbox.replaced, 0);
  });

  it('keeps reports in a file until they are delivered, also after the program was ended', async () => {
    const { platform, newManager, newLamp, asAna, stage } = scene();
    const channel = await newLamp('stored');
    const path = join(stage.place.dataDir, 'reports.jsonl');
    const manager = newManager();
    await using relay = await relayTo(platform);
    const url = `mqtt://127.0.0.1:${relay.port}`;
    const first = await connectMaker(platform, manager, { url, outbox: { store: fileOutboxStore(path) } });
    await first.report(brightness(channel), 1);
    await first.flush();
    const offline = untilManager(first, 'offline');
    await relay.cut();
    await offline;
    for (const data of count(2, 30)) await first.report(brightness(channel), data);
    await first.close();
    // The program was ended while it appended a line, whose storage was never acknowledged.
    await appendFile(path, '{"add":{"id":99,"chan');
    await relay.restore();
    const store = fileOutboxStore(path);
    await using second = await connectMaker(platform, newManager(), { url, outbox: { store } });
    await second.report(brightness(channel), 31);
    await second.flush();
    assertAll(await historyOf(await asAna(), channel), count(1, 31));
    assert.deepEqual(await fileOutboxStore(path).load(), []);
  });

  it('keeps the reports that are in flight when it is closed', async () => {
    const { platform, newManager, newLamp, asAna, stage } = scene();
    const channel = await newLamp('in-flight');
    const path = join(stage.place.dataDir, 'in-flight.jsonl');
    await using first = await connectMaker(platform, newManager(), {
      outbox: { store: fileOutboxStore(path) },
    });
    const refused: unknown[] = [];
    first.on('refused', (report) => refused.push(report));
    await first.report(brightness(channel), 7);
    await first.close();
    assert.deepEqual(refused, []);
    await using second = await connectMaker(platform, newManager(), {
      outbox: { store: fileOutboxStore(path) },
    });
    await second.flush();
    assertAll(await historyOf(await asAna(), channel), [7]);
  });

  it('replaces older reports of a property in a full outbox, and then makes the caller wait', async () => {
    const { platform, manager, newLamp, asAna } = scene();
    const [one, two, three] = [await newLamp('full-1'), await newLamp('full-2'), await newLamp('full-3')];
    await using relay = await relayTo(platform);
    await using live = await connectMaker(platform, manager, {
      url: `mqtt://127.0.0.1:${relay.port}`,
      outbox: { maxEntries: 4 },
    });
    const offline = untilManager(live, 'offline');
    await relay.cut();
    await offline;
    for (const data of [1, 2, 3]) await live.report(brightness(one), data);
    await live.report(brightness(two), 10);
    await live.report(brightness(two), 11);
    await live.report(brightness(two), 12);
    await live.report(status(two), true);
    assert.deepEqual([live.outbox.entries, live.outbox.replaced, live.outbox.waiting], [4, 3, 0]);
    await live.report(status(one), true);
    assert.deepEqual([live.outbox.entries, live.outbox.replaced], [4, 4]);
    assert.equal(await rejectedAs(live.report(brightness(three), 20, { timeoutMs: 50 })), 'OutboxFull');
    const waiting = live.report(brightness(three), 21);
    assert.equal(live.outbox.waiting, 1);
    await relay.restore();
    await waiting;
    await live.flush();
    const client = await asAna();
    assert.deepEqual(await Promise.all([one, two, three].map((channel) => historyOf(client, channel))), [
      [3],
      [12],
      [21],
    ]);
  });

  it('signs in again when its token was revoked', async () => {
    const { platform, newManager, newLamp } = scene();
    const channel_id = await newLamp('revoked');
    const manager = newManager();
    const { access_token, id } = await manager.token();
    await using live = await connectMaker(platform, manager);
    const reply = await platform.request(`/v3/tokens/${id}`, { method: 'DELETE', token: access_token });
    assert.equal(reply.status, 200);
    const [offline, online] = [untilManager(live, 'offline'), onceOnlineAgain(live)];
    await platform.server.live.endDeadSessions();
    await offline;
    await online;
    await manager.channels.get({ channel_id });
    await live.report(brightness(channel_id), 1);
    await live.flush();
  });

  it('signs in again when its token has expired, with reports that waited meanwhile', async () => {
    const { platform, newManager, newLamp, asAna } = scene();
    const channel = await newLamp('expired');
    let now = Date.now();
    const manager = newManager({ now: () => now });
    const before = await manager.token();
    await using relay = await relayTo(platform);
    await using live = await connectMaker(platform, manager, { url: `mqtt://127.0.0.1:${relay.port}` });
    const offline = untilManager(live, 'offline');
    await relay.cut();
    await offline;
    await live.report(brightness(channel), 5);
    now += 400 * 24 * 3600 * 1000;
    platform.clock.advance({ days: 400 });
    await relay.restore();
    await live.flush();
    assert.notEqual((await manager.token()).access_token, before.access_token);
    await manager.channels.get({ channel_id: channel });
    assert.deepEqual(await historyOf(await asAna(), channel), [5]);
  });

  it('closes a manager with an error when the broker refuses its subscription', async () => {
    const { platform, manager } = scene();
    const broker = await Aedes.createBroker();
    broker.authorizeSubscribe = (_client, _subscription, done) => done(null, null);
    const server = createServer(broker.handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const url = `mqtt://127.0.0.1:${address.port}`;
    assert.equal(await rejectedAs(connectMaker(platform, manager, { url })), 'Refused');
    await new Promise<void>((closed) => broker.close(() => closed()));
    server.close();
  });
});

/** Resolves when the connection is online after it was offline. */
async function onceOnlineAgain(live: ManagerLive): Promise<void> {
  await untilManager(live, 'offline');
  await untilManager(live, 'online');
}

onEachEngineInFull("a manager's connection when the server is restarted", setUp, (scene) => {
  it('reconnects and delivers what was reported meanwhile', async () => {
    const { platform, stage, manager, newLamp, asAna } = scene();
    const channel = await newLamp('restarted');
    await using live = await connectMaker(platform, manager);
    live.serve({ onRead: () => 77 });
    const offline = untilManager(live, 'offline');
    await platform[Symbol.asyncDispose]();
    await offline;
    for (const data of count(1, 10)) await live.report(brightness(channel), data);
    await stage.start({ environment: platform.environment });
    await live.flush();
    const client = await asAna();
    assertAll(await historyOf(client, channel), count(1, 10));
  });
});
