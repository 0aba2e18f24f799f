import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { Aedes, type AedesOptions } from 'aedes';
import { openMqttLoad } from './mqtt-load.ts';

/** Starts a broker. `through` can change how bytes reach the client. */
async function serve(
  options: AedesOptions,
  through: (socket: Socket) => void = () => undefined,
): Promise<AsyncDisposable & { port: number; received: string[] }> {
  const broker = await Aedes.createBroker(options);
  const received: string[] = [];
  broker.on('publish', ({ payload }, client) => void (client && received.push(payload.toString())));
  const server = createServer({ noDelay: true }, (socket) => {
    through(socket);
    broker.handle(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => broker.close(resolve));
      server.close();
      await once(server, 'close');
    },
  };
}

const parties = (port: number, publishers: number) => ({
  port,
  io: 'iw' as const,
  publishers: Array.from({ length: publishers }, (_, index) => ({ topic: `/v3/channels/${index}/value` })),
  listener: { filter: '/v3/channels/#', by: {} },
});

test('MQTT load publishes different numbers by the publishers in turn', async () => {
  await using broker = await serve({});
  using load = await openMqttLoad(parties(broker.port, 3));
  const { perSecond } = await load.run(50, 8);
  assert.ok(perSecond > 0);
  const numbers = broker.received.map((text) => (JSON.parse(text) as { io: 'iw'; data: number }).data);
  assert.ok(numbers.length >= 8);
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    numbers.map((_, index) => 100_001 + index),
  );
});

test('MQTT load parses packets that arrive byte by byte', async () => {
  await using broker = await serve({}, (socket) => {
    const write = socket.write.bind(socket) as (bytes: Uint8Array | string) => boolean;
    socket.write = ((bytes: Uint8Array | string, ...rest: unknown[]) => {
      for (const byte of Buffer.from(bytes as string)) write(Buffer.of(byte));
      const done = rest.findLast((each) => typeof each === 'function') as (() => void) | undefined;
      done?.();
      return true;
    }) as Socket['write'];
  });
  using load = await openMqttLoad(parties(broker.port, 2));
  assert.ok((await load.run(50, 8)).perSecond > 0);
});

test('MQTT load returns the delivery time of each message once', async () => {
  await using broker = await serve({});
  using load = await openMqttLoad(parties(broker.port, 1));
  const times = await load.time(100, 10);
  assert.equal(times.length, 10);
  for (const each of times) assert.ok(each > 0 && Number.isFinite(each), String(each));
});

test('MQTT load delivers answers to the publisher that reads', async () => {
  await using broker = await serve({});
  using load = await openMqttLoad({
    ...parties(broker.port, 1),
    io: 'r',
    listener: { filter: '/v3/channels/#', by: 'first publisher' },
  });
  await load.run(50, 8);
  assert.equal(new Set(broker.received).size, 1);
  assert.deepEqual(JSON.parse(broker.received[0] ?? ''), { io: 'r' });
});

test('MQTT load rejects when a connection breaks during a run', async () => {
  let count = 0;
  await using broker = await serve({
    authorizePublish: (_client, _packet, done) => {
      count += 1;
      done(count > 100 ? new Error('enough') : null);
    },
  });
  using load = await openMqttLoad(parties(broker.port, 2));
  await assert.rejects(load.run(500, 8), /closed a connection|EPIPE|ECONNRESET/);
});

test('MQTT load rejects when the broker refuses a connection or a subscription', async () => {
  await using strict = await serve({
    authenticate: (_client, _name, _password, done) => done(null, false),
  });
  await assert.rejects(openMqttLoad(parties(strict.port, 1)), /refused a connection with 5/);
  await using deaf = await serve({ authorizeSubscribe: (_client, _subscription, done) => done(null, null) });
  await assert.rejects(openMqttLoad(parties(deaf.port, 1)), /refused the subscription/);
});
