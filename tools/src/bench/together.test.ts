import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { get } from './load.ts';
import { loadTogether } from './together.ts';

async function serve(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const requests = [get('/a'), get('/b'), get('/c')];

test('loadTogether sends the requests in parallel, and again when all responses have arrived', async () => {
  const waiting: (() => void)[] = [];
  const rounds: number[] = [];
  await using server = await serve((_request, response) => {
    waiting.push(() => response.writeHead(200, { 'Content-Length': 2 }).end('{}'));
    // A client that sent the requests one after another would wait here forever.
    if (waiting.length < requests.length) return;
    rounds.push(waiting.length);
    for (const answer of waiting.splice(0)) answer();
  });
  const { perSecond, p50, p99 } = await loadTogether({ url: server.url, requests, askers: 1, ms: 50 });
  assert.deepEqual([...new Set(rounds)], [requests.length]);
  assert.ok(perSecond > 0 && p50 <= p99);
});

test('loadTogether rejects when one response is not a 200', async () => {
  await using server = await serve(({ url }, response) => {
    response.writeHead(url === '/c' ? 500 : 200, { 'Content-Length': 2 }).end('{}');
  });
  await assert.rejects(loadTogether({ url: server.url, requests, askers: 2, ms: 50 }), /refused/);
});
