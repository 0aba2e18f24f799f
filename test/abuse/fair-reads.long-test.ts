import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** Far more than one turn of the server takes, and few enough to be queued. */
const READS = 400;

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const [ana, rui] = [await newPerson(platform, application), await newPerson(platform, application, 'Rui')];
  // The server recognizes the account of a credential from its second request on.
  for (const { token } of [ana, rui])
    assert.equal((await platform.request('/v3/users/me', { token })).status, 200);
  return { platform, ana, rui };
}

/** Opens a connection that sends requests without waiting for their replies, and counts the replies. */
async function openPipeline({ url }: TestPlatform, token: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const request = `GET /v3/users/me HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  let text = '';
  let isListening: (count: number) => void = () => undefined;
  const count = () => text.split('HTTP/1.1 200').length - 1;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    isListening(count());
  });
  return {
    send: (requests: number) => socket.write(request.repeat(requests)),
    count,
    replies: (wanted: number) =>
      new Promise<void>((resolve) => {
        isListening = (received) => {
          if (received >= wanted) resolve();
        };
        isListening(count());
      }),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

onSqlite('reads of several accounts', setUp, (scene) => {
  it('answers an account before most of the reads that another one has queued', async () => {
    const { platform, ana, rui } = scene();
    using busy = await openPipeline(platform, ana.token);
    using single = await openPipeline(platform, rui.token);
    busy.send(READS);
    await busy.replies(1);
    single.send(1);
    await single.replies(1);
    const before = busy.count();
    await busy.replies(READS);
    assert.ok(before < READS / 2, `${before} of ${READS} reads were answered first`);
  });
});
