import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits } from '@azulejo/broker';
import { manualClock } from '@azulejo/server/testing';
import { openRaw } from './protocol-client.ts';
import { countOf, type Harness, startHarness, until } from './protocol-harness.ts';
import {
  bytes,
  connect,
  PINGREQ,
  puback,
  publish,
  pubrec,
  pubrel,
  subscribe,
  text,
} from './protocol-wire.ts';

const KB = 1024;
const MB = 1024 * KB;
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const closed = (harness: Harness, reason: string) =>
  countOf(harness, 'azulejo_mqtt_closed_total', `"${reason}"`);

it('closes at a declared length of 256 MB and buffers none of the bytes that follow', async () => {
  await using harness = await startHarness();
  const block = Buffer.alloc(64 * 1024);
  for (const isConnected of [false, true]) {
    // The first run allocates what is allocated only once, so it is not measured.
    for (const isMeasured of [false, true]) {
      using client = await openRaw(harness.port);
      if (isConnected) client.send(connect());
      const before = memory();
      let most = 0;
      client.send(bytes(isConnected ? 0x30 : 0x10, 0xff, 0xff, 0xff, 0x7f));
      while (!client.socket.destroyed && client.socket.write(block)) {
        await setImmediate();
        most = Math.max(most, memory() - before);
      }
      await client.closed;
      most = Math.max(most, memory() - before);
      assert.ok(!isMeasured || most < 8 * MB, `${most} bytes more`);
    }
  }
  assert.equal(await closed(harness, 'limit'), 4);
});

function memory(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

it('closes a connection without a complete CONNECT after the timeout', async () => {
  let now = 0;
  await using harness = await startHarness({ limits: { sweepMs: 2 }, now: () => now });
  using silent = await openRaw(harness.port);
  using halting = await openRaw(harness.port);
  halting.send(connect().subarray(0, 10));
  using other = await harness.connect({ keepAlive: 0 });
  now = 9_900;
  other.send(PINGREQ);
  await other.takePacket();
  assert.equal(silent.socket.closed, false);
  now = 10_100;
  assert.equal((await silent.closed).length + (await halting.closed).length, 0);
  assert.equal(await closed(harness, 'connect_timeout'), 2);
});

it('delays closing after a server failure, so that clients do not all reconnect at once', async () => {
  let now = 0;
  await using harness = await startHarness({
    limits: { troubleMs: 3_600_000, sweepMs: 2 },
    now: () => now,
    rules: {
      publish: () => Promise.reject(new Error('the disk is full')),
      // biome-ignore lint/correctness/useYield: it fails before the first
      snapshot: async function* () {
        throw new Error('too many reads wait');
      },
    },
  });
  using speaker = await harness.connect({ keepAlive: 0 });
  speaker.send(publish('a', { qos: 1 }));
  using reader = await harness.connect({ id: 'reader', keepAlive: 0 });
  reader.send(subscribe(1, ['a/#', 0]));
  await reader.takePacket();
  using other = await harness.connect({ id: 'other', keepAlive: 0 });
  other.send(PINGREQ);
  await other.takePacket();
  assert.deepEqual([speaker.socket.closed, reader.socket.closed], [false, false]);
  now = 3_600_000;
  assert.deepEqual(await speaker.closed, Buffer.alloc(0), 'nothing is acknowledged meanwhile');
  await reader.closed;
  assert.equal(await closed(harness, 'failed'), 2);
});

it('closes connections beyond the limit without an answer', async () => {
  await using harness = await startHarness({ limits: { connections: 2 } });
  using first = await harness.connect({ id: 'first' });
  using _second = await harness.connect({ id: 'second' });
  using third = await openRaw(harness.port);
  third.send(connect());
  assert.deepEqual(await third.closed, Buffer.alloc(0));
  first.socket.destroy();
  await until(() => harness.sessionLog.includes('left user:anna'));
  using _fourth = await harness.connect({ id: 'fourth' });
});

it('refuses subscriptions beyond the limit until others are removed', async () => {
  await using harness = await startHarness({ limits: { subscriptions: 2 } });
  using client = await harness.connect();
  client.send(subscribe(1, ['a', 0], ['b', 0], ['c', 0], ['a', 1]));
  assert.deepEqual([...(await client.takePacket()).subarray(4)], [0, 0, 0x80, 1]);
  client.send(bytes(0xa2, 5, 0, 2, 0, 1, 0x61), subscribe(3, ['c', 0]));
  await client.takePacket();
  assert.deepEqual([...(await client.takePacket()).subarray(4)], [0]);
});

it('stops reading while the maximum number of inbound messages is pending', async () => {
  const held: PromiseWithResolvers<void>[] = [];
  await using harness = await startHarness({
    limits: { inboundMessages: 10 },
    rules: {
      publish: async () => {
        const commit = Promise.withResolvers<void>();
        held.push(commit);
        return { committed: commit.promise };
      },
    },
  });
  using client = await harness.connect();
  client.send(...ids(100).map((id) => publish('t', { qos: 1, id })));
  for (let done = 0; done < 100; done += 10) {
    await until(() => held.length >= done + 10);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.equal(held.length, done + 10);
    for (const commit of held.slice(done)) commit.resolve();
  }
  for (const id of ids(100)) assert.deepEqual(await client.takePacket(), puback(id));
});

it('closes a client that exceeds the limit of unreleased QoS 2 messages', async () => {
  await using harness = await startHarness({ limits: { unreleased: 3 } });
  using client = await harness.connect();
  client.send(...ids(3).map((id) => publish('t', { qos: 2, id })));
  for (const id of ids(3)) assert.deepEqual(await client.takePacket(), pubrec(id));
  client.send(pubrel(2), publish('t', { qos: 2, id: 4 }), publish('t', { qos: 2, id: 1, dup: true }));
  await client.takePacket();
  assert.deepEqual(await client.takePacket(), pubrec(1));
  assert.deepEqual(await client.takePacket(), pubrec(4));
  client.send(publish('t', { qos: 2, id: 5 }));
  await client.closed;
  assert.equal(await closed(harness, 'limit'), 1);
});

for (const [scope, limits] of [
  ['one account', { account: { ...defaultLimits.account, inboundBytes: 4 * KB } }],
  ['all accounts', { inboundBytesInAll: 4 * KB }],
] as const) {
  it(`stops reading while ${scope} has too many bytes pending, but reads from idle accounts`, async () => {
    const held: PromiseWithResolvers<void>[] = [];
    await using harness = await startHarness({
      limits,
      rules: {
        publish: async ({ principal }) => {
          if (principal === 'bert') return { committed: Promise.resolve() };
          const commit = Promise.withResolvers<void>();
          held.push(commit);
          return { committed: commit.promise };
        },
      },
    });
    using first = await harness.connect({ id: 'first' });
    using second = await harness.connect({ id: 'second' });
    using other = await harness.connect({ rest: [text('bert'), text('right')] });
    const payload = Buffer.alloc(KB);
    for (const client of [first, second]) {
      client.send(...ids(4).map((id) => publish('t', { qos: 1, id, payload })));
    }
    await until(() => held.length === 4);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.equal(held.length, 4, 'what one session takes, the other has to wait for');
    other.send(publish('t', { qos: 1, id: 9, payload }));
    assert.deepEqual(await other.takePacket(), puback(9));
    for (let done = 0; done < 8; done += 1) {
      await until(() => held.length > done);
      held[done]?.resolve();
    }
    for (const client of [first, second]) {
      for (const id of ids(4)) assert.deepEqual(await client.takePacket(), puback(id));
    }
  });
}

it('throttles a client above its rate and loses no message', async () => {
  const { monotonic: now, setTimer, advance } = manualClock();
  await using harness = await startHarness({ limits: { rate: 200, burst: 20 }, now, setTimer });
  using client = await harness.connect({ keepAlive: 0 });
  client.send(...ids(60).map((id) => publish('t', { qos: 1, id })));
  for (const id of ids(60)) {
    // A burst of twenty, then one every five milliseconds.
    if (id > 20) advance({ ms: 5 });
    assert.deepEqual(await client.takePacket(), puback(id));
    assert.equal(harness.published.length, Math.max(20, id));
  }
});

it('accepts a burst of 2,000 messages, and more of cheaper ones', async () => {
  const at = 5_000;
  await using harness = await startHarness({
    now: () => at,
    rules: {
      publish: async (_session, { topic }) => ({
        committed: Promise.resolve(),
        ...(topic === 'read' && { cost: 0.25 }),
      }),
    },
  });
  using client = await harness.connect({ keepAlive: 0 });
  client.send(...ids(4_000).map((id) => publish('read', { qos: 1, id })));
  client.send(...ids(1_000).map((id) => publish('write', { qos: 1, id })));
  for (const id of ids(4_000)) assert.deepEqual(await client.takePacket(), puback(id));
  for (const id of ids(1_000)) assert.deepEqual(await client.takePacket(), puback(id));
});
