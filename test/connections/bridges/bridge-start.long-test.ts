import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();
const CHANNELS = /^\/v3\/managers\/[^/]+\/channels\b/;

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Starts a proxy that passes requests on to the platform, except those for the channels of a manager. */
async function startProxy(platform: string, channels: (response: ServerResponse) => void) {
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers();
    for (const name of ['accept', 'authorization', 'content-type'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]));
    const { method = 'GET' } = request;
    const body = method === 'GET' ? null : Buffer.concat(chunks);
    const answer = await fetch(new URL(request.url ?? '', platform), { method, headers, body });
    const type = answer.headers.get('content-type') ?? 'application/json';
    // A sign-in returns the addresses of the platform.
    const text = (await answer.text()).replaceAll(platform, urlOf(server));
    response.writeHead(answer.status, { 'content-type': type }).end(text);
  }
  const server = createServer((request, response) => {
    if (CHANNELS.test(request.url ?? '')) channels(response);
    else void passOn(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const setUp = async (stage: Stage) => (skip ? undefined : await setUpBridgeOf('mqtt-discovery', stage));

onSqlite('the start of a bridge', setUp, (scene) => {
  it('ends with 1 when the platform stops while its channels are read', { skip }, async () => {
    const house = scene();
    assert.ok(house);
    await using proxy = await startProxy(house.platform.url, (response) => void response.destroy());
    await using bridge = house.startBridge(['--platform', proxy.url]);
    await bridge.line(/"event":"failed"/);
    assert.equal(await bridge.ended, 1);
  });

  it('ends with 1, and not as if its credentials were wrong, when the platform is overloaded', {
    skip,
  }, async () => {
    const house = scene();
    assert.ok(house);
    await using proxy = await startProxy(house.platform.url, (response) => {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('busy');
    });
    await using bridge = house.startBridge(['--platform', proxy.url]);
    await bridge.line(/"event":"failed".*503/);
    assert.equal(await bridge.ended, 1);
  });
});
