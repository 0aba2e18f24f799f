import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { attachWebSocket, listenTls } from '@azulejo/broker';
import { issueAuthority, issueLeaf } from '@azulejo/server/testing';
import { connectAsync } from 'mqtt';
import WebSocket from 'ws';
import { type Harness, startHarness, until } from './protocol-harness.ts';
import { connack, connect, connect31, PINGREQ, PINGRESP } from './protocol-wire.ts';

const place = { host: '127.0.0.1', port: 0 };

async function serveWebSocket(harness: Harness) {
  const server = createServer((_request, response) => response.writeHead(404).end());
  const attached = attachWebSocket(harness.broker, server, { path: '/mqtt', maxFrameBytes: 10_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/mqtt`,
    async [Symbol.asyncDispose]() {
      attached[Symbol.dispose]();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function open(url: string, ...protocols: string[]): Promise<WebSocket> {
  const socket = new WebSocket(url, protocols);
  await once(socket, 'open');
  return socket;
}

const refusal = async (url: string, ...protocols: string[]) => {
  const [error] = (await once(new WebSocket(url, protocols), 'error')) as [Error];
  return error.message;
};

/** Returns the bytes of the next frames, once there are at least this many. */
async function take(socket: WebSocket, length: number): Promise<Buffer> {
  let received = Buffer.alloc(0);
  while (received.length < length) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    received = Buffer.concat([received, data]);
  }
  return received;
}

it('serves a real client over WebSocket', async () => {
  await using harness = await startHarness();
  await using served = await serveWebSocket(harness);
  const client = await connectAsync(served.url, { username: 'anna', password: 'right', protocolVersion: 4 });
  await client.subscribeAsync('a');
  const incoming = new Promise<Buffer>((resolve) =>
    client.once('message', (_topic, payload) => resolve(payload)),
  );
  await client.publishAsync('a', 'x', { qos: 2 });
  assert.equal(String(await incoming), 'x');
  await client.endAsync();
  await until(() => [...harness.broker.sessions()].length === 0);
});

it('accepts packets of both versions split across WebSocket frames', async () => {
  await using harness = await startHarness();
  await using served = await serveWebSocket(harness);
  for (const [protocol, packet] of [
    ['mqtt', connect()],
    ['mqttv3.1', connect31()],
  ] as const) {
    const socket = await open(served.url, 'other', protocol);
    assert.equal(socket.protocol, protocol);
    socket.send(packet.subarray(0, 5));
    socket.send(Buffer.concat([packet.subarray(5), PINGREQ]));
    assert.deepEqual(await take(socket, 6), Buffer.concat([connack(0), PINGRESP]));
    socket.close();
  }
});

it('refuses WebSocket upgrades on another path or without an MQTT subprotocol', async () => {
  await using harness = await startHarness();
  await using served = await serveWebSocket(harness);
  assert.match(await refusal(served.url.replace('/mqtt', '/else'), 'mqtt'), /404/);
  assert.match(await refusal(served.url), /400/);
  assert.match(await refusal(served.url, 'soap'), /400/);
});

it('closes on a text frame and on a frame above the size limit', async () => {
  await using harness = await startHarness();
  await using served = await serveWebSocket(harness);
  for (const send of [connect().toString('latin1'), Buffer.alloc(10_001)]) {
    const socket = await open(served.url, 'mqtt');
    let received = 0;
    socket.on('message', () => {
      received += 1;
    });
    socket.send(send);
    await once(socket, 'close');
    assert.equal(received, 0);
  }
  assert.deepEqual(harness.sessionLog, []);
});

it('serves TLS, with a renewed certificate for new connections', async () => {
  await using harness = await startHarness();
  const issue = () => {
    const authority = issueAuthority(['localhost', '127.0.0.0/8'], Date.now());
    const leaf = issueLeaf(authority, ['localhost', '127.0.0.1'], Date.now());
    return { ca: authority.certificate, cert: leaf.certificate, key: leaf.key };
  };
  const [first, second] = [issue(), issue()];
  await using listener = await listenTls(harness.broker, place, first);
  const converse = async (ca: string) => {
    const socket = connectTls({ ...place, port: listener.port, ca, servername: 'localhost' });
    await once(socket, 'secureConnect');
    socket.write(connect());
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer;
  };
  assert.deepEqual(await converse(first.ca), connack(0));
  listener.setSecureContext(second);
  assert.deepEqual(await converse(second.ca), connack(0));
  await assert.rejects(converse(first.ca), /verify|self-signed|issuer/i);
});
