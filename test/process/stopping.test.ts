import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ErrorBody } from '@azulejo/contract';
import { freePort } from '../support/free-port.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import type { TestPlatform } from '../support/platform.ts';
import { assertExact } from '../support/replies.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../support/scene.ts';
import { openSocket, openUpload } from './open-request.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const { token } = await newPerson(platform, await newApplication(platform));
  return { platform, token, image: await plainPicture(64, 64).png().toBuffer() };
}

/** Begins to stop the server. Resolves when it accepts no new connection. */
async function beginToStop({ server }: TestPlatform): Promise<{ ended: Promise<void> }> {
  const ended = server[Symbol.asyncDispose]();
  while (server.app.server.listening) await setImmediate();
  return { ended: Promise.resolve(ended) };
}

onEachEngineInFull('a stopping server', setUp, (scene) => {
  it('completes open requests, accepts no new connection, and ends', async () => {
    const { platform, token, image } = scene();
    const upload = await openUpload(platform, token, image.length);
    const { ended } = await beginToStop(platform);
    await assert.rejects(openSocket(platform), { code: 'ECONNREFUSED' });
    const reply = await upload.finish(image);
    assert.match(reply, /^HTTP\/1\.1 201 /);
    assert.match(reply, /"type":"image\/png"/);
    await ended;
  });
});

onSqlite('a stopping server', setUp, (scene) => {
  it('returns 503 while it stops, in the format of every error', async () => {
    const { platform, token } = scene();
    const slow = await openUpload(platform, token, 10);
    const late = await openSocket(platform);
    // The head is incomplete: the connection is open when the stop begins, and its request arrives after.
    late.write('GET /readyz HTTP/1.1\r\nHost: a\r\n');
    await untilConnected(platform);
    const { ended } = await beginToStop(platform);
    late.write('\r\n');
    const [head = '', body = ''] = (await text(late)).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 503 /);
    assert.match(head, /^x-error: 5503$/im);
    assert.match(head, /^retry-after: 2$/im);
    assertExact(ErrorBody, JSON.parse(body));
    slow.socket.destroy();
    await ended;
  });
});

/**
 * Waits for whole round trips, after which the server has read what was written to other connections before.
 */
async function untilConnected(platform: TestPlatform): Promise<void> {
  for (let round = 0; round < 3; round += 1) await (await platform.request('/healthz')).arrayBuffer();
}

onSqlite(
  'a stopping server',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('closes idle connections without waiting', async () => {
      const { platform } = scene();
      const idle = await openSocket(platform);
      idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(idle, 'data');
      const closed = once(idle, 'close');
      await platform.server[Symbol.asyncDispose]();
      await closed;
    });
  },
);

onSqlite(
  'a server that cannot listen',
  async (stage) => stage,
  (stage) => {
    it('creates no demo when the server cannot listen', async () => {
      const port = await freePort();
      const other = createServer().listen(port, '127.0.0.1');
      await once(other, 'listening');
      const environment = { DEMO: '', HTTP_PORT: String(port) };
      await assert.rejects(stage().start({ environment }), { code: 'EADDRINUSE' });
      other.close();
      await once(other, 'close');
      const { server } = await stage().start({ environment });
      assert.ok(server.demo);
    });
  },
);
