import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countOf, startHarness, until } from './protocol-harness.ts';
import {
  PINGREQ,
  PINGRESP,
  puback,
  publish,
  suback,
  subscribe,
  unsuback,
  unsubscribe,
} from './protocol-wire.ts';

const KB = 1024;
const stored = (topic: string, payload: string) => [{ topic, payload: Buffer.from(payload) }];
const shown = (topic: string, payload: string) => publish(topic, { payload, retain: true });

it('sends stored values after SUBACK, as retained, with the QoS of the subscription', async () => {
  await using harness = await startHarness({
    rules: {
      snapshot: async function* (_session, filter) {
        yield stored(filter.replace('#', '1'), 'x');
        yield stored(filter.replace('#', '2'), 'y');
      },
    },
  });
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0], ['forbidden', 0], ['b/#', 1]));
  assert.deepEqual(await client.takePacket(), suback(1, 0, 0x80, 1));
  assert.deepEqual(await client.takePacket(), shown('a/1', 'x'));
  assert.deepEqual(await client.takePacket(), shown('a/2', 'y'));
  assert.deepEqual(await client.takePacket(), publish('b/1', { qos: 1, id: 1, payload: 'x', retain: true }));
  assert.deepEqual(await client.takePacket(), publish('b/2', { qos: 1, id: 2, payload: 'y', retain: true }));
  client.send(puback(1), puback(2), subscribe(2, ['a/#', 0]));
  assert.deepEqual(await client.takePacket(), suback(2, 0));
  assert.deepEqual(await client.takePacket(), shown('a/1', 'x'), 'MQTT-3.8.4-3');
});

it('sends no older value after a newer one of its topic, and does not block other clients', async () => {
  const half = Promise.withResolvers<void>();
  await using harness = await startHarness({
    rules: {
      snapshot: async function* () {
        yield stored('a/1', 'old');
        await half.promise;
        yield stored('a/2', 'old');
      },
    },
  });
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0]));
  assert.deepEqual(await client.takePacket(), suback(1, 0));
  assert.deepEqual(await client.takePacket(), shown('a/1', 'old'));
  using other = await harness.connect({ id: 'other' });
  other.send(PINGREQ);
  assert.deepEqual(await other.takePacket(), PINGRESP);
  harness.broker.deliver('user:anna', 'a/2', Buffer.from('new'));
  harness.broker.deliver('user:anna', 'a/2', Buffer.from('newest'));
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  half.resolve();
  assert.deepEqual(await client.takePacket(), shown('a/2', 'old'));
  assert.deepEqual(await client.takePacket(), publish('a/2', { payload: 'new' }));
  assert.deepEqual(await client.takePacket(), publish('a/2', { payload: 'newest' }));
});

it('sends a value reported after the subscription as a live message, not as retained', async () => {
  const half = Promise.withResolvers<void>();
  await using harness = await startHarness({
    rules: {
      snapshot: async function* () {
        await half.promise;
        yield [...stored('a/1', 'reported since'), ...stored('a/2', 'stored before')];
      },
    },
  });
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0]));
  assert.deepEqual(await client.takePacket(), suback(1, 0));
  harness.broker.deliver('user:anna', 'a/1', Buffer.from('reported since'));
  half.resolve();
  assert.deepEqual(await client.takePacket(), shown('a/2', 'stored before'));
  assert.deepEqual(await client.takePacket(), publish('a/1', { payload: 'reported since' }));
});

it('sends the whole snapshot to a slow reader, whatever its size', async () => {
  const count = 500;
  let requested = 0;
  await using harness = await startHarness({
    limits: { queuedBytes: 256 * KB },
    rules: {
      snapshot: async function* () {
        for (requested = 0; requested < count; requested += 1)
          yield [{ topic: `a/${requested}`, payload: Buffer.alloc(32 * KB) }];
      },
    },
  });
  using client = await harness.connect();
  client.socket.pause();
  client.send(subscribe(1, ['a/#', 0]));
  using other = await harness.connect({ id: 'other' });
  let before = -1;
  // The kernel buffers fill up first; after that, no further page is requested.
  for (let same = 0; same < 20; ) {
    other.send(PINGREQ);
    await other.takePacket();
    same = before === requested ? same + 1 : 0;
    before = requested;
  }
  assert.ok(before < count, 'the kernel took everything');
  client.socket.resume();
  await client.takePacket();
  for (let number = 0; number < count; number += 1) {
    const packet = await client.takePacket();
    assert.equal(packet[0], 0x31);
    assert.ok(packet.includes(`a/${number}`));
  }
  assert.equal(await countOf(harness, 'azulejo_mqtt_dropped_total', 'slow'), 0);
});

it('stops sending stored values after UNSUBSCRIBE', async () => {
  let isReturned = false;
  const half = Promise.withResolvers<void>();
  await using harness = await startHarness({
    rules: {
      snapshot: async function* () {
        try {
          yield stored('a/1', 'x');
          await half.promise;
          yield stored('a/2', 'x');
        } finally {
          isReturned = true;
        }
      },
    },
  });
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0]));
  await client.takePacket();
  await client.takePacket();
  client.send(unsubscribe(2, 'a/#'));
  assert.deepEqual(await client.takePacket(), unsuback(2));
  half.resolve();
  await until(() => isReturned);
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
});

it('sends the stored values of a filter that was unsubscribed and subscribed again before its turn', async () => {
  const half = Promise.withResolvers<void>();
  await using harness = await startHarness({
    rules: {
      snapshot: async function* (_session, filter) {
        if (filter === 'a/#') await half.promise;
        yield stored(filter.replace('#', '1'), 'x');
      },
    },
  });
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0]), subscribe(2, ['b/#', 0], ['c/#', 0]));
  client.send(unsubscribe(3, 'b/#', 'c/#'), subscribe(4, ['b/#', 0]));
  for (const answer of [suback(1, 0), suback(2, 0, 0), unsuback(3), suback(4, 0)])
    assert.deepEqual(await client.takePacket(), answer);
  half.resolve();
  assert.deepEqual(await client.takePacket(), shown('a/1', 'x'));
  assert.deepEqual(await client.takePacket(), shown('b/1', 'x'));
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP, 'nothing is sent for c/#');
});

it('closes when the stored values cannot be read, so that clients reconnect and ask again', async () => {
  await using harness = await startHarness({
    rules: {
      // biome-ignore lint/correctness/useYield: it fails before the first
      snapshot: async function* () {
        throw new Error('the database is away');
      },
    },
  });
  using client = await harness.connect();
  client.send(subscribe(1, ['a/#', 0]));
  assert.deepEqual(await client.closed, suback(1, 0));
});

it("charges each snapshot page to the session's rate and continues as the rate refills", async () => {
  let now = 0;
  let pages = 0;
  let isReturned = false;
  await using harness = await startHarness({
    now: () => now,
    limits: { rate: 1_000, burst: 200 },
    rules: {
      snapshot: async function* () {
        try {
          for (;;) {
            pages += 1;
            yield [];
          }
        } finally {
          isReturned = true;
        }
      },
    },
  });
  using client = await harness.connect();
  using other = await harness.connect({ id: 'other' });
  const answers = async () => {
    other.send(PINGREQ);
    assert.deepEqual(await other.takePacket(), PINGRESP);
  };
  client.send(subscribe(1, ['a/#', 0]));
  await client.takePacket();
  await until(() => pages > 19);
  for (let turn = 0; turn < 20; turn += 1) await answers();
  assert.equal(pages, 20, 'as many as the burst pays for');
  now += 100;
  await until(() => pages > 29);
  await answers();
  assert.equal(pages, 30);
  client.socket.destroy();
  await until(() => isReturned);
  assert.equal(pages, 30, 'nothing is read for a session that is closed');
});
