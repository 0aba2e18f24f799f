import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import type { TestPlatform } from '../support/platform.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const MAX_PER_NETWORK = 50;
const HALF_SENT = 200;
const OTHERS = 20;
const HEAD = 'POST /v3/auth/authorize HTTP/1.1\r\nHost: a\r\n';

/** Two networks of this machine, to which all of 127.0.0.0/8 belongs. */
const hostile = '127.66.0.1';
const proxy = '127.0.0.1';

async function halfSent({ url }: TestPlatform, localAddress: string, text = HEAD): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress });
  // A hostile client ignores errors.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const halfSentMany = (platform: TestPlatform, count: number, localAddress: string, text?: string) =>
  Promise.all(Array.from({ length: count }, () => halfSent(platform, localAddress, text)));

async function statusFrom({ url }: TestPlatform, localAddress: string): Promise<number | undefined> {
  const requested = request(`${url}/healthz`, { localAddress, agent: false });
  requested.end();
  const [reply] = (await once(requested, 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

onSqlite(
  'sockets of one network that send half a request',
  async ({ start }: Stage) => ({
    platform: await start({
      environment: { HTTP_CONNECTIONS_PER_NETWORK: String(MAX_PER_NETWORK), TRUSTED_PROXIES: proxy },
    }),
  }),
  (scene) => {
    it("closes incomplete requests beyond the network's maximum and serves complete ones", async () => {
      const { platform } = scene();
      const body = `${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
      const sockets = [
        ...(await halfSentMany(platform, HALF_SENT / 2, hostile)),
        ...(await halfSentMany(platform, HALF_SENT / 2, hostile, body)),
      ];
      const closed = sockets.slice(0, HALF_SENT - MAX_PER_NETWORK);
      await Promise.all(closed.map((socket) => socket.closed || once(socket, 'close')));
      const answers = Array.from({ length: OTHERS }, (_, index) => statusFrom(platform, `127.7.${index}.1`));
      assert.deepEqual(await Promise.all(answers), Array(OTHERS).fill(200));
      assert.equal(await statusFrom(platform, '127.66.0.2'), 200);
      for (const socket of sockets) socket.destroy();
    });

    it('does not limit the sockets of a trusted proxy', async () => {
      const { platform } = scene();
      const sockets = await halfSentMany(platform, 2 * MAX_PER_NETWORK, proxy);
      assert.equal(await statusFrom(platform, proxy), 200);
      assert.ok(sockets.every((socket) => !socket.closed && !socket.destroyed));
      for (const socket of sockets) socket.destroy();
    });
  },
);

onSqlite(
  'sockets of one network that are all in use',
  async ({ start }: Stage) => ({
    platform: await start({ environment: { HTTP_CONNECTIONS_PER_NETWORK: '8' } }),
  }),
  (scene) => {
    it("returns 429 for one more socket when all of a network's are in use", async () => {
      const { platform } = scene();
      const upgrade =
        'GET /mqtt HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n';
      const sockets = await halfSentMany(platform, 8, hostile, upgrade);
      for (const socket of sockets) assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 101 /);
      const refused = await halfSent(platform, hostile);
      const answer = String(await once(refused, 'data'));
      assert.match(answer, /^HTTP\/1.1 429 /);
      assert.match(answer, /Retry-After: \d/);
      assert.equal(await statusFrom(platform, '127.7.0.1'), 200);
      for (const socket of [...sockets, refused]) socket.destroy();
    });
  },
);
