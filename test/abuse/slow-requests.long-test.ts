import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { openSocket } from '../process/open-request.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** Less than the 120 s after which any request ends, with a margin for a busy machine. */
const SOON_MS = 40_000;

onSqlite(
  'a request that is sent slowly',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    const cases: Record<string, string> = {
      'before its head is whole': 'GET /healthz HTTP/1.1\r\nHost: a\r\n',
      'before its body is whole':
        'POST /v3/auth/authorize HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    };
    for (const [when, sent] of Object.entries(cases)) {
      it(`returns 408 and closes a slow request ${when}`, { timeout: SOON_MS }, async () => {
        const socket = await openSocket(scene().platform);
        socket.write(sent);
        assert.match(await text(socket), /^HTTP\/1.1 408 /);
      });
    }
  },
);
