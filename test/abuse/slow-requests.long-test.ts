import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { openSocket } from '../process/open-request.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/**
 * Less than the 120 s after which any request ends. Node has timers of its own for heads, which a test cannot
 * advance; their exact limits are asserted with the other timeouts of HTTP.
 */
const SOON_MS = 40_000;

onSqlite(
  'a request that is sent slowly',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('returns 408 and closes a slow request before its head is whole', { timeout: SOON_MS }, async () => {
      const socket = await openSocket(scene().platform);
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
      assert.match(await text(socket), /^HTTP\/1\.1 408 /);
    });
  },
);
