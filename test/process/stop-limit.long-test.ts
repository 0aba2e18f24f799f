import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startChild } from './child.ts';
import { openSocket } from './open-request.ts';

it('a stop aborts a request that never ends and exits with 0 in time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-stop-'));
  const child = await startChild(folder, { DEMO: '1' });
  try {
    await child.untilItRuns();
    const credentials = await readFile(join(folder, 'data', 'demo-credentials.txt'), 'utf8');
    const clientId = /client_id +(\S+)/.exec(credentials)?.[1] ?? '';
    const socket = await openSocket(child);
    socket.on('error', () => socket.destroy());
    const body = JSON.stringify({ client_id: clientId });
    const head = ['POST /v3/auth/exchange HTTP/1.1', 'Host: a', 'Content-Type: application/json'];
    socket.write(
      `${[...head, `Content-Length: ${body.length}`, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`,
    );
    await once(socket, 'data');
    const closed = once(socket, 'close');
    // A stop that takes nine seconds or longer exits with 1.
    const { code, output } = await child.stop();
    assert.equal(code, 0, output);
    await closed;
  } finally {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
