import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openRaw } from './protocol-client.ts';
import { countOf, startHarness, until } from './protocol-harness.ts';
import {
  CLEAN,
  connack,
  connect,
  connect31,
  DISCONNECT,
  PASSWORD,
  PINGREQ,
  PINGRESP,
  puback,
  publish,
  pubrec,
  pubrel,
  suback,
  subscribe,
  text,
  USERNAME,
} from './protocol-wire.ts';

const KEPT = { flags: USERNAME | PASSWORD, id: 'kept' };
const as = (name: string) => ({ rest: [text(name), text('right')] });

it('lets a client take over its own session, but not one of another account', async () => {
  await using harness = await startHarness();
  using older = await harness.connect({ id: 'phone' });
  using stranger = await harness.connect({ id: 'phone', ...as('bert') });
  using newer = await harness.connect({ id: 'phone' });
  await older.closed;
  assert.deepEqual(harness.sessionLog, [
    'arrived user:anna',
    'arrived user:bert',
    'left user:anna',
    'arrived user:anna',
  ]);
  for (const client of [stranger, newer]) {
    client.send(PINGREQ);
    assert.deepEqual(await client.takePacket(), PINGRESP);
  }
});

it('opens a separate session for each connection without a client id', async () => {
  await using harness = await startHarness();
  using _one = await harness.connect({ id: '' });
  using _two = await harness.connect({ id: '' });
  using _three = await harness.connect({ id: '' });
  const sessions = [...harness.broker.sessionsOf('user:anna')];
  assert.equal(new Set(sessions.map(({ id }) => id)).size, 3);
  assert.deepEqual([...harness.broker.sessionsOf('user:bert')], []);
});

it('exposes and ends sessions, and delivers to a single session', async () => {
  await using harness = await startHarness();
  using one = await harness.connect({ id: 'one' });
  one.send(subscribe(1, ['a/#', 0]));
  await one.takePacket();
  const [first] = [...harness.broker.sessions()];
  assert.ok(first);
  assert.deepEqual(
    [first.key, first.principal, first.address, first.isOpen],
    ['user:anna', 'anna', '127.0.0.1', true],
  );
  assert.equal(harness.broker.isSubscribed(first.id, 'a/b'), true);
  assert.equal(harness.broker.isSubscribed(first.id, 'b'), false);
  using two = await harness.connect({ id: 'two' });
  two.send(subscribe(1, ['#', 0]));
  await two.takePacket();
  harness.broker.deliver('user:anna', 'a/1', Buffer.from('one'), { session: first.id });
  harness.broker.deliver('user:bert', 'a/2', Buffer.from('nobody'));
  harness.broker.deliver('user:anna', 'a/3', Buffer.from('both'));
  assert.deepEqual(await one.takePacket(), publish('a/1', { payload: 'one' }));
  assert.deepEqual(await one.takePacket(), publish('a/3', { payload: 'both' }));
  assert.deepEqual(await two.takePacket(), publish('a/3', { payload: 'both' }));
  first.end();
  await one.closed;
  assert.equal(first.isOpen, false);
  assert.equal(harness.broker.isSubscribed(first.id, 'a/b'), false);
});

it("keeps a session's subscriptions, and its QoS 1 and 2 messages while it is disconnected", async () => {
  await using harness = await startHarness();
  const first = await harness.connect(KEPT);
  first.send(subscribe(1, ['zero', 0], ['one', 1], ['two', 2]));
  assert.deepEqual(await first.takePacket(), suback(1, 0, 1, 2));
  harness.broker.deliver('user:anna', 'one', Buffer.from('seen'));
  assert.deepEqual(await first.takePacket(), publish('one', { qos: 1, id: 1, payload: 'seen' }));
  harness.broker.deliver('user:anna', 'two', Buffer.from('seen'));
  assert.deepEqual(await first.takePacket(), publish('two', { qos: 2, id: 2, payload: 'seen' }));
  first.send(pubrec(2));
  assert.deepEqual(await first.takePacket(), pubrel(2));
  first.send(DISCONNECT);
  await first.closed;
  await until(() => [...harness.broker.sessions()].length === 0);
  for (const topic of ['zero', 'one', 'two']) harness.broker.deliver('user:anna', topic, Buffer.from('away'));

  using again = await openRaw(harness.port);
  again.send(connect(KEPT));
  assert.deepEqual(await again.takePacket(), connack(0, 1));
  // MQTT-4.4.0-1
  assert.deepEqual(await again.takePacket(), publish('one', { qos: 1, id: 1, payload: 'seen', dup: true }));
  assert.deepEqual(await again.takePacket(), pubrel(2));
  assert.deepEqual(await again.takePacket(), publish('one', { qos: 1, id: 3, payload: 'away' }));
  assert.deepEqual(await again.takePacket(), publish('two', { qos: 2, id: 4, payload: 'away' }));
  again.send(puback(1), PINGREQ);
  assert.deepEqual(await again.takePacket(), PINGRESP);
});

it('reports no session in MQTT 3.1, and discards the stored one on a clean session', async () => {
  await using harness = await startHarness();
  for (const [packet, present] of [
    [connect(KEPT), 0],
    [connect(KEPT), 1],
    [connect31(KEPT), 0],
    [connect({ ...KEPT, flags: KEPT.flags | CLEAN }), 0],
    [connect(KEPT), 0],
  ] as const) {
    using client = await openRaw(harness.port);
    client.send(packet);
    assert.deepEqual(await client.takePacket(), connack(0, present));
  }
});

it('resumes a session for its account only, without subscriptions that are no longer allowed', async () => {
  let isAllowed = true;
  await using harness = await startHarness({ rules: { maySubscribe: () => isAllowed } });
  const client = await harness.connect(KEPT);
  client.send(subscribe(1, ['one', 1]), DISCONNECT);
  await client.closed;
  await until(() => [...harness.broker.sessions()].length === 0);
  using stranger = await openRaw(harness.port);
  stranger.send(connect({ ...KEPT, ...as('bert') }));
  assert.deepEqual(await stranger.takePacket(), connack(0, 0));
  isAllowed = false;
  using again = await openRaw(harness.port);
  again.send(connect(KEPT));
  assert.deepEqual(await again.takePacket(), connack(0, 1));
  harness.broker.deliver('user:anna', 'one', Buffer.from('secret'));
  again.send(PINGREQ);
  assert.deepEqual(await again.takePacket(), PINGRESP);
});

it('limits how long, how many and with how many messages sessions are kept', async () => {
  let now = 0;
  const limits = { keptMessages: 2, keptPerKey: 2, keptInAll: 3, keptMs: 1_000, sweepMs: 2 };
  await using harness = await startHarness({ limits, now: () => now });
  const leave = async (id: string, name: string) => {
    using client = await harness.connect({ ...KEPT, id, ...as(name) });
    client.send(subscribe(1, ['one', 1]), DISCONNECT);
    await client.closed;
    await until(() => [...harness.broker.sessions()].length === 0);
  };
  const returnFromMaker = async (id: string, name: string) => {
    const client = await openRaw(harness.port);
    client.send(connect({ ...KEPT, id, ...as(name) }));
    return { client, isPresent: (await client.takePacket())[2] === 1 };
  };
  await leave('a1', 'anna');
  await leave('b1', 'bert');
  await leave('b2', 'bert');
  await leave('a2', 'anna');
  for (const payload of ['old', 'newer', 'newest']) {
    harness.broker.deliver('user:bert', 'one', Buffer.from(payload));
  }
  const { client, isPresent } = await returnFromMaker('b1', 'bert');
  assert.equal(isPresent, true);
  assert.deepEqual(await client.takePacket(), publish('one', { qos: 1, id: 1, payload: 'newer' }));
  assert.deepEqual(await client.takePacket(), publish('one', { qos: 1, id: 2, payload: 'newest' }));
  client.socket.destroy();
  const evicted = await returnFromMaker('a1', 'anna');
  assert.equal(evicted.isPresent, false, 'a fourth was kept: the first to leave went');
  evicted.client.socket.destroy();
  await until(() => [...harness.broker.sessions()].length === 0);
  now = 10_000;
  // A connection without CONNECT is closed by the same sweep that deletes expired sessions.
  using silent = await openRaw(harness.port);
  // The silent connection was accepted before this one is.
  using _other = await harness.connect({ id: 'other' });
  now += 20_000;
  await silent.closed;
  const late = await returnFromMaker('b2', 'bert');
  assert.equal(late.isPresent, false);
  late.client.socket.destroy();
});

describe('a message that expires', () => {
  it('drops an expired message from the queue and does not resend it after a reconnect', async () => {
    let now = 0;
    await using harness = await startHarness({ limits: { outboundWindow: 2 }, now: () => now });
    const deliver = (payload: string, expiresInMs?: number) =>
      harness.broker.deliver(
        'user:anna',
        payload,
        Buffer.from(payload),
        expiresInMs === undefined ? {} : { expiresInMs },
      );
    const first = await harness.connect(KEPT);
    first.send(subscribe(1, ['two', 2], ['#', 1]));
    await first.takePacket();
    deliver('in flight', 5_000);
    deliver('two', 5_000);
    deliver('queued', 5_000);
    deliver('stays');
    for (const packet of [
      publish('in flight', { qos: 1, id: 1, payload: 'in flight' }),
      publish('two', { qos: 2, id: 2, payload: 'two' }),
    ])
      assert.deepEqual(await first.takePacket(), packet);
    first.socket.destroy();
    await until(() => [...harness.broker.sessions()].length === 0);
    deliver('kept', 5_000);
    now = 4_999;
    using second = await harness.connect(KEPT);
    assert.deepEqual(
      await second.takePacket(),
      publish('in flight', { qos: 1, id: 1, payload: 'in flight', dup: true }),
    );
    assert.deepEqual(await second.takePacket(), publish('two', { qos: 2, id: 2, payload: 'two', dup: true }));
    now = 5_000;
    second.send(puback(1));
    assert.deepEqual(await second.takePacket(), publish('stays', { qos: 1, id: 3, payload: 'stays' }));
    second.socket.destroy();
    await until(() => [...harness.broker.sessions()].length === 0);
    using third = await harness.connect(KEPT);
    assert.deepEqual(
      await third.takePacket(),
      publish('stays', { qos: 1, id: 3, payload: 'stays', dup: true }),
    );
    third.send(PINGREQ);
    assert.deepEqual(await third.takePacket(), PINGRESP);
    assert.equal(await countOf(harness, 'azulejo_mqtt_dropped_total', 'expired'), 3);
  });
});
