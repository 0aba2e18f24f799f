import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { attachWebSocket, defaultLimits } from '@azulejo/broker';
import type { RawClient } from '../connections/mqtt/protocol-client.ts';
import {
  countOf,
  type Harness,
  type HarnessOptions,
  startHarness,
  until,
} from '../connections/mqtt/protocol-harness.ts';
import {
  bytes,
  connect,
  PINGREQ,
  PINGRESP,
  puback,
  publish,
  text,
} from '../connections/mqtt/protocol-wire.ts';

/** How long a small packet may take to arrive. */
const SMALL_MS = 10_000;
const LARGE = publish('large', { qos: 1, payload: Buffer.alloc(200_000) });
/** How long the large packet may take to arrive, at 320 kbit/s. */
const LARGE_MS = SMALL_MS + LARGE.length / 40;

const closed = (harness: Harness) => countOf(harness, 'azulejo_mqtt_closed_total', '"packet_timeout"');
const user = (name: string) => ({ id: name, rest: [text(name), text('right')], keepAlive: 0 });

/** Starts a broker whose clock advances only when the test advances it. */
async function frozenClockHarness(options: HarnessOptions = {}) {
  let now = 0;
  const limits = { sweepMs: 2, ...options.limits };
  const harness = await startHarness({ ...options, limits, now: () => now });
  return {
    harness,
    to: (ms: number) => {
      now = ms;
    },
    [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose](),
  };
}

async function assertAlive(client: RawClient): Promise<void> {
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
}

describe('the timeout of an incomplete MQTT packet', () => {
  it('closes an incomplete packet after ten seconds although bytes trickle in', async () => {
    await using served = await frozenClockHarness();
    const { harness, to } = served;
    using bystander = await harness.connect(user('bystander'));
    using silent = await harness.connect(user('silent'));
    using dripping = await harness.connect(user('dripping'));
    const packet = publish('dripping', { qos: 1, payload: Buffer.alloc(100) });
    silent.send(PINGREQ, packet.subarray(0, 1));
    dripping.send(PINGREQ, packet.subarray(0, 5));
    for (const client of [silent, dripping]) assert.deepEqual(await client.takePacket(), PINGRESP);
    for (let ms = 1_000; ms <= SMALL_MS; ms += 1_000) {
      to(ms);
      dripping.send(packet.subarray(4 + ms / 1_000, 5 + ms / 1_000));
      await assertAlive(bystander);
    }
    assert.equal(silent.socket.closed || dripping.socket.closed, false);
    to(SMALL_MS + 100);
    await Promise.all([silent.closed, dripping.closed]);
    assert.equal(await closed(harness), 2);
    await assertAlive(bystander);
  });

  it('grants a large packet the time that it takes over a slow uplink', async () => {
    await using served = await frozenClockHarness();
    const { harness, to } = served;
    using slow = await harness.connect(user('slow'));
    using silent = await harness.connect(user('silent'));
    for (const client of [slow, silent]) client.send(PINGREQ, LARGE.subarray(0, -1));
    for (const client of [slow, silent]) assert.deepEqual(await client.takePacket(), PINGRESP);
    to(LARGE_MS - 100);
    slow.send(LARGE.subarray(-1), PINGREQ);
    await until(() => harness.published.length === 1);
    to(LARGE_MS + 100);
    await silent.closed;
    assert.equal(slow.socket.closed, false);
    assert.equal(await closed(harness), 1);
  });

  it('restarts the packet timeout when the broker itself had paused reading', async () => {
    const commit = Promise.withResolvers<void>();
    await using served = await frozenClockHarness({
      limits: { account: { ...defaultLimits.account, inboundBytes: 1_000 } },
      rules: { publish: async () => ({ committed: commit.promise }) },
      ending: commit.resolve,
    });
    const { harness, to } = served;
    const packet = publish('held', { qos: 1, payload: Buffer.alloc(2_000) });
    using unread = await harness.connect({ ...user('anna'), id: 'unread' });
    using other = await harness.connect({ ...user('anna'), id: 'other' });
    using silent = await harness.connect(user('silent'));
    for (const client of [unread, silent]) client.send(PINGREQ, packet.subarray(0, 10));
    for (const client of [unread, silent]) assert.deepEqual(await client.takePacket(), PINGRESP);
    other.send(packet);
    await until(() => harness.published.length === 1);
    unread.send(packet.subarray(10));
    using bystander = await harness.connect(user('bystander'));
    await assertAlive(bystander);
    to(SMALL_MS + 1_000);
    await silent.closed;
    commit.resolve();
    for (const client of [other, unread]) assert.deepEqual(await client.takePacket(), puback(7));
  });
});

describe('the timeout of an incomplete WebSocket frame', () => {
  /** Returns a client frame whose mask is all zeros, so that the payload is unchanged. */
  const frame = (type: number, payload: Buffer) =>
    Buffer.concat([bytes(0x80 | type, 0x80 | payload.length, 0, 0, 0, 0), payload]);
  const binary = (payload: Buffer) => frame(2, payload);
  const ping = frame(9, Buffer.alloc(0));
  const upgrade =
    'GET /mqtt HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n';

  async function serveWebSocket(harness: Harness) {
    const server = createServer();
    const attached = attachWebSocket(harness.broker, server, { path: '/mqtt' });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      port: (server.address() as AddressInfo).port,
      async [Symbol.asyncDispose]() {
        attached[Symbol.dispose]();
        server.close();
        server.closeAllConnections();
      },
    };
  }

  async function received(socket: Socket, end: Buffer): Promise<void> {
    for (let all = Buffer.alloc(0); !all.subarray(-end.length).equals(end); ) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      all = Buffer.concat([all, chunk]);
    }
  }

  /** Opens a WebSocket and connects; resolves when the broker has accepted the client. */
  async function converse(port: number, name: string): Promise<Socket> {
    const socket = connectTcp({ host: '127.0.0.1', port });
    socket.write(upgrade);
    await once(socket, 'data');
    socket.write(binary(connect(user(name))));
    await once(socket, 'data');
    return socket;
  }

  it('closes a client whose frame stays incomplete and not one that sent whole frames', async () => {
    await using served = await frozenClockHarness();
    const { harness, to } = served;
    await using web = await serveWebSocket(harness);
    const [idle, halting] = [await converse(web.port, 'idle'), await converse(web.port, 'halting')];
    idle.write(Buffer.concat([ping, binary(Buffer.alloc(0))]));
    halting.write(binary(PINGREQ).subarray(0, 3));
    idle.write(binary(PINGREQ));
    await received(idle, PINGRESP);
    idle.write(ping);
    await received(idle, bytes(0x8a, 0));
    halting.write(binary(PINGREQ).subarray(3, 4));
    using beat = await harness.connect(user('beat'));
    await assertAlive(beat);
    // Closing with unread bytes may reset the connection, which is an error before the close.
    const ended = new Promise((resolve) => halting.on('error', () => {}).once('close', resolve));
    to(SMALL_MS + defaultLimits.packetBytes / 40 + 100);
    await ended;
    assert.equal(await closed(harness), 1);
    idle.write(binary(PINGREQ));
    await received(idle, PINGRESP);
    idle.destroy();
  });
});
