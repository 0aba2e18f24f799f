import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { manualClock, type Timers } from '@azulejo/server/testing';
import { openSocket } from '../process/open-request.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** The longest that a head may take, and a body of no length. */
const SOON_MS = 10_000;
/** The length of a body that takes 1 ms on the slowest accepted uplink, of 320 kbit/s. */
const LENGTH = 40;

/** Node has this property, but its types do not. */
type WithInterval = Server & { readonly connectionsCheckingInterval: number };

async function setUp({ start }: Stage) {
  const clock = manualClock();
  let count = 0;
  const timers: Timers = {
    ...clock,
    setTimer(ms, run) {
      count += 1;
      return clock.setTimer(ms, run);
    },
  };
  const platform = await start({ timers });
  return { platform, timers: clock, countTimers: () => count };
}

onSqlite('timeouts of HTTP requests', setUp, (scene) => {
  it('limits the time for the head, for the whole request, and between two requests', () => {
    const server = scene().platform.server.app.server as WithInterval;
    for (const name of ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'] as const) {
      const limit = server[name];
      assert.ok(limit > 0 && limit <= 120_000, `${name} is ${limit} ms`);
    }
    const noticedMs = server.headersTimeout + server.connectionsCheckingInterval;
    assert.ok(
      noticedMs <= SOON_MS,
      `a head that is not whole is noticed after ${noticedMs} ms at the latest`,
    );
    const uploadMs = ((5 * 1024 * 1024 * 8) / 350_000) * 1000;
    assert.ok(server.requestTimeout >= uploadMs, 'a photo may come over a slow uplink');
    assert.ok(server.keepAliveTimeout > 60_000, 'longer than the idle limit of common proxies');
  });

  it('returns 408 for a body that takes longer than ten seconds and what its length takes', async () => {
    const { platform, timers, countTimers } = scene();
    const socket = await openSocket(platform);
    const before = countTimers();
    const head = `POST /v3/auth/authorize HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${LENGTH}\r\n\r\n{`);
    while (countTimers() === before) await setImmediate();
    timers.advance({ ms: SOON_MS });
    assert.equal((await platform.request('/healthz')).status, 200);
    assert.equal(socket.readableLength, 0, 'the request may still be completed');
    timers.advance({ ms: 1 });
    assert.match(await text(socket), /^HTTP\/1\.1 408 /);
  });

  it('limits the number of connections', () => {
    const { maxConnections } = scene().platform.server.app.server;
    assert.ok(maxConnections > 0 && maxConnections <= 20_000, `${maxConnections} connections`);
  });
});
