import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { countOf, type Harness, startHarness, until } from './protocol-harness.ts';
import {
  connect,
  PINGREQ,
  PINGRESP,
  puback,
  pubcomp,
  publish,
  pubrec,
  pubrel,
  subscribe,
} from './protocol-wire.ts';

const KB = 1024;

/** A receiver that never reads: the stream accepts one chunk and never finishes writing it. */
class Frozen extends Duplex {
  constructor(...packets: Buffer[]) {
    super();
    for (const packet of packets) this.push(packet);
  }

  override _read() {}
  override _write() {}
}

async function freeze(harness: Harness, qos: number): Promise<Frozen> {
  const stream = new Frozen(connect({ id: 'frozen' }), subscribe(1, ['#', qos]));
  harness.broker.accept(stream, 'nowhere');
  await until(() => [...harness.broker.sessions()].some(({ id }) => harness.broker.isSubscribed(id, 'a')));
  return stream;
}

const dropped = (harness: Harness) => countOf(harness, 'azulejo_mqtt_dropped_total', 'slow');
const closedAsSlow = (harness: Harness) => countOf(harness, 'azulejo_mqtt_closed_total', 'slow');

it('delivers in order to a hundred receivers while another reads nothing and loses messages', async () => {
  // The clock stands still, so that no receiver is closed as slow, however long this takes.
  await using harness = await startHarness({ limits: { queuedBytes: 64 * KB }, now: () => 0 });
  const frozen = await freeze(harness, 0);
  const clients = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const client = await harness.connect({ id: `reader ${index}` });
      client.send(subscribe(1, ['#', 0]));
      await client.takePacket();
      return client;
    }),
  );
  const payload = Buffer.alloc(2 * KB);
  for (let number = 0; number < 100; number += 1) {
    payload.writeUInt16BE(number);
    harness.broker.deliver('user:anna', 'a', Buffer.from(payload));
    if (number % 10 === 9) await setImmediate();
  }
  for (const client of clients) {
    for (let number = 0; number < 100; number += 1) {
      const packet = await client.takePacket();
      assert.equal(packet.readUInt16BE(packet.length - payload.length), number);
    }
    client.socket.destroy();
  }
  // 64 KB are 31 messages. One more fitted when it came, as CONNACK and SUBACK are on their way.
  assert.equal(await dropped(harness), 100 - 32);
  assert.equal(frozen.destroyed, false);
});

it('closes a QoS 1 receiver, whose messages are never dropped, at twice the queue limit', async () => {
  await using harness = await startHarness({ limits: { queuedBytes: 64 * KB } });
  const frozen = await freeze(harness, 1);
  for (let count = 0; count < 61; count += 1) harness.broker.deliver('user:anna', 'a', Buffer.alloc(2 * KB));
  assert.equal(frozen.destroyed, false);
  for (let count = 0; count < 4; count += 1) harness.broker.deliver('user:anna', 'a', Buffer.alloc(2 * KB));
  assert.equal(frozen.destroyed, true);
  assert.equal(await dropped(harness), 0);
  assert.equal(await closedAsSlow(harness), 1);
});

it('closes a receiver that reads nothing for the drain timeout', async () => {
  let now = 0;
  await using harness = await startHarness({ limits: { sweepMs: 2 }, now: () => now });
  const frozen = await freeze(harness, 0);
  now = 4_900;
  using other = await harness.connect({ id: 'other' });
  other.send(PINGREQ);
  assert.deepEqual(await other.takePacket(), PINGRESP);
  assert.equal(frozen.destroyed, false);
  now = 5_100;
  await until(() => frozen.destroyed);
  assert.equal(await closedAsSlow(harness), 1);
});

it('limits QoS 1 and 2 messages in flight, each until it is acknowledged', async () => {
  await using harness = await startHarness({ limits: { outboundWindow: 3 } });
  using client = await harness.connect();
  client.send(subscribe(1, ['one', 1], ['two', 2]));
  await client.takePacket();
  for (const topic of ['one', 'two', 'one', 'one', 'two']) {
    harness.broker.deliver('user:anna', topic, Buffer.from('x'));
  }
  assert.deepEqual(await client.takePacket(), publish('one', { qos: 1, id: 1 }));
  assert.deepEqual(await client.takePacket(), publish('two', { qos: 2, id: 2 }));
  assert.deepEqual(await client.takePacket(), publish('one', { qos: 1, id: 3 }));
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  client.send(pubrec(2));
  assert.deepEqual(await client.takePacket(), pubrel(2));
  client.send(pubcomp(2));
  assert.deepEqual(await client.takePacket(), publish('one', { qos: 1, id: 4 }));
  client.send(puback(1));
  assert.deepEqual(await client.takePacket(), publish('two', { qos: 2, id: 5 }));
});

it('limits the bytes in flight, but sends one message of any size', async () => {
  await using harness = await startHarness({ limits: { outboundWindowBytes: 3 * KB } });
  using client = await harness.connect();
  client.send(subscribe(1, ['#', 1]));
  await client.takePacket();
  for (const size of [5, 1, 2, 1]) harness.broker.deliver('user:anna', 'a', Buffer.alloc(size * KB));
  const take = async () => (await client.takePacket()).readUInt16BE(6);
  assert.equal(await take(), 1);
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  client.send(puback(1));
  assert.deepEqual([await take(), await take()], [2, 3]);
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  client.send(puback(3));
  assert.equal(await take(), 4);
});

it('never reuses the identifier of a message in flight (MQTT-2.3.1-2)', async () => {
  await using harness = await startHarness();
  using client = await harness.connect();
  client.send(subscribe(1, ['a', 1]));
  await client.takePacket();
  const length = publish('a', { qos: 1 }).length;
  /** Delivers this many messages, which must have consecutive identifiers from `first`. */
  const deliver = async (first: number, count: number) => {
    for (let sent = 0; sent < count; sent += 1) harness.broker.deliver('user:anna', 'a', Buffer.from('x'));
    const expected = Array.from({ length: count }, (_, index) => publish('a', { qos: 1, id: first + index }));
    assert.deepEqual(await client.take(count * length), Buffer.concat(expected));
  };
  await deliver(1, 1);
  for (let first = 2; first <= 65_535; first += 62) {
    await deliver(first, 62);
    client.send(...Array.from({ length: 62 }, (_, index) => puback(first + index)));
  }
  await deliver(2, 1);
});

it('sends a message once when several subscriptions match, with the highest QoS of them', async () => {
  await using harness = await startHarness();
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0], ['a/+', 1], ['a/b', 0], ['c', 2]));
  await client.takePacket();
  harness.broker.deliver('user:anna', 'a/b', Buffer.from('x'));
  assert.deepEqual(await client.takePacket(), publish('a/b', { qos: 1, id: 1 }));
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
});

describe('an acknowledgement of a message under way', () => {
  const wrong = {
    'PUBACK for QoS 2': { qos: 2, send: [puback(1)] },
    'PUBCOMP before PUBREC': { qos: 2, send: [pubcomp(1)] },
    'PUBACK after PUBREC': { qos: 2, send: [pubrec(1), puback(1)] },
    'PUBREC for QoS 1': { qos: 1, send: [pubrec(1)] },
    'PUBCOMP for QoS 1': { qos: 1, send: [pubcomp(1)] },
  };
  for (const [name, { qos, send }] of Object.entries(wrong)) {
    it(`closes the connection when it is ${name} (MQTT-4.8.0-1)`, async () => {
      await using harness = await startHarness();
      using client = await harness.connect();
      client.send(subscribe(1, ['#', qos]));
      await client.takePacket();
      harness.broker.deliver('user:anna', 'a', Buffer.from('x'));
      await client.takePacket();
      client.send(...send, PINGREQ);
      assert.ok(!(await client.closed).includes(PINGRESP));
      assert.equal(await countOf(harness, 'azulejo_mqtt_closed_total', '"protocol"'), 1);
    });
  }
});
