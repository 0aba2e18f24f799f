import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { get, load, post } from './load.ts';

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

const run = (url: string, next: () => string, answered?: (body: Buffer) => void) =>
  load({ url, connections: 2, ms: 50, script: () => (answered ? { next, answered } : { next }) });

test('load reads each response completely before the next request', async () => {
  const sent = Buffer.alloc(300_000, 'a');
  await using server = await serve((_request, response) => {
    response.setHeader('Content-Length', sent.length);
    response.end(sent);
  });
  const sizes = new Set<number>();
  const { perSecond, p50, p99 } = await run(
    server.url,
    () => get('/'),
    (body) => sizes.add(body.length),
  );
  assert.deepEqual([...sizes], [sent.length]);
  assert.ok(perSecond > 0);
  assert.ok(p50 <= p99);
});

test('post sends the fields of a form', async () => {
  const bodies = new Set<string>();
  await using server = await serve(async (request, response) => {
    bodies.add(Buffer.concat(await request.toArray()).toString());
    response.setHeader('Content-Length', 0);
    response.end();
  });
  await run(server.url, () => post('/', { password: 'a&b c' }));
  assert.deepEqual([...bodies], ['password=a%26b+c']);
});

test('load rejects when a response is not a 200', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(401, { 'Content-Length': 0 }).end();
  });
  await assert.rejects(
    run(server.url, () => get('/')),
    /refused.*401/s,
  );
});

test('load rejects when a response has no Content-Length', async () => {
  await using server = await serve((_request, response) => {
    response.write('a');
    response.end('b');
  });
  await assert.rejects(
    run(server.url, () => get('/')),
    /no Content-Length/,
  );
});
