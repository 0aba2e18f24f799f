import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { attachWebSocket, listenTls } from '@azulejo/broker';
import { issueAuthority, issueLeaf } from '@azulejo/server/testing';
import WebSocket from 'ws';
import { openRaw } from '../connections/mqtt/protocol-client.ts';
import {
  countOf,
  type Harness,
  type HarnessOptions,
  startHarness,
  until,
} from '../connections/mqtt/protocol-harness.ts';
import { connack, connect } from '../connections/mqtt/protocol-wire.ts';

const place = { host: '127.0.0.1', port: 0 };
/** An address in another /24 network. */
const OTHER_NETWORK = '127.0.9.1';

const closed = (harness: Harness, reason: string) =>
  countOf(harness, 'azulejo_mqtt_closed_total', `"${reason}"`);

/** Starts a broker with a TLS listener, whose clock advances only when the test advances it. */
async function tlsHarness(options: HarnessOptions = {}) {
  let now = 0;
  const limits = { sweepMs: 2, ...options.limits };
  const harness = await startHarness({ ...options, limits, now: () => now });
  const authority = issueAuthority(['localhost'], Date.now());
  const { certificate, key } = issueLeaf(authority, ['localhost'], Date.now());
  const listener = await listenTls(harness.broker, place, { cert: certificate, key });
  return {
    harness,
    port: listener.port,
    advance: (ms: number) => {
      now += ms;
    },
    async converse() {
      const socket = connectTls({
        ...place,
        port: listener.port,
        ca: authority.certificate,
        servername: 'localhost',
      });
      await once(socket, 'secureConnect');
      socket.write(connect());
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]();
      await harness[Symbol.asyncDispose]();
    },
  };
}

describe('the MQTT over TLS listener', () => {
  it('counts silent sockets from their accept and closes them after ten seconds', async () => {
    await using served = await tlsHarness({ limits: { connections: 3 } });
    const silent = await Promise.all([1, 2, 3].map(() => openRaw(served.port)));
    using extra = await openRaw(served.port);
    assert.deepEqual(await extra.closed, Buffer.alloc(0));
    assert.equal(await closed(served.harness, 'unavailable'), 1);
    served.advance(10_100);
    await Promise.all(silent.map((each) => each.closed));
    assert.equal(await closed(served.harness, 'connect_timeout'), 3);
    assert.deepEqual(await served.converse(), connack(0), 'their places are free');
  });

  it('closes a connection that is not TLS at once', async () => {
    await using served = await tlsHarness({ limits: { connections: 1 } });
    for (const bytes of [connect(), Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(100, 0xff)]) {
      using client = await openRaw(served.port);
      client.send(bytes);
      await client.closed;
    }
    assert.equal(await closed(served.harness, 'tls'), 3);
    assert.deepEqual(await served.converse(), connack(0));
  });
});

describe('connection limits of one network', () => {
  /** Connects from another /24 network. */
  async function elsewhere(port: number): Promise<Socket> {
    const socket = connectTcp({ ...place, port, localAddress: OTHER_NETWORK });
    await once(socket, 'connect');
    return socket;
  }

  async function answerElsewhere(port: number): Promise<Buffer> {
    const socket = await elsewhere(port);
    socket.write(connect({ id: 'elsewhere' }));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer;
  }

  it('refuses more sockets that never sign in and still serves other networks', async () => {
    await using harness = await startHarness({ limits: { networkWaiting: 2 } });
    using _signedIn = await harness.connect({ id: 'signed in' });
    using first = await openRaw(harness.port);
    using _second = await openRaw(harness.port);
    using third = await openRaw(harness.port);
    assert.deepEqual(await third.closed, Buffer.alloc(0));
    assert.equal(await closed(harness, 'network_limit'), 1);
    assert.deepEqual(await answerElsewhere(harness.port), connack(0));
    first.socket.destroy();
    await until(() => harness.sessionLog.includes('left user:anna'));
    using _fourth = await harness.connect({ id: 'fourth' });
  });

  it('refuses more sessions and still serves other networks', async () => {
    await using harness = await startHarness({ limits: { networkConnections: 2 } });
    using _first = await harness.connect({ id: 'first' });
    using _second = await harness.connect({ id: 'second' });
    using third = await openRaw(harness.port);
    assert.deepEqual(await third.closed, Buffer.alloc(0));
    assert.deepEqual(await answerElsewhere(harness.port), connack(0));
  });

  it('does not limit an address that many clients share', async () => {
    const limits = { networkConnections: 1, networkWaiting: 1 };
    await using harness = await startHarness({ limits, networkOf: () => undefined });
    using _first = await openRaw(harness.port);
    using _second = await harness.connect();
  });
});

describe('WebSocket upgrades', () => {
  async function serveWebSocket(harness: Harness) {
    const server = createServer((_request, response) => response.writeHead(404).end());
    const attached = attachWebSocket(harness.broker, server, { path: '/mqtt' });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      port,
      connections: () =>
        new Promise<number>((resolve, reject) =>
          server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
        ),
      async [Symbol.asyncDispose]() {
        attached[Symbol.dispose]();
        server.close();
        server.closeAllConnections();
      },
    };
  }

  it('leaves no socket behind after a refused upgrade of a half-open client', async () => {
    await using harness = await startHarness();
    await using served = await serveWebSocket(harness);
    const socket = connectTcp({ ...place, port: served.port, allowHalfOpen: true });
    socket.write('GET /else HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.resume();
    await once(socket, 'end');
    while ((await served.connections()) > 0) await new Promise(setImmediate);
    socket.destroy();
  });

  it('closes the WebSocket after ten seconds without CONNECT', async () => {
    let now = 0;
    await using harness = await startHarness({ limits: { sweepMs: 2 }, now: () => now });
    await using served = await serveWebSocket(harness);
    const socket = new WebSocket(`ws://127.0.0.1:${served.port}/mqtt`, 'mqtt');
    await once(socket, 'open');
    now = 10_100;
    await once(socket, 'close');
    assert.equal(await closed(harness, 'connect_timeout'), 1);
  });
});
