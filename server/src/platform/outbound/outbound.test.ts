import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OutboundFailure } from './outbound-error.ts';
import { get, listen, newOutbound } from './testing/local-server.ts';

const failsWith = (failure: OutboundFailure) => (error: unknown) => {
  assert.equal((error as { failure?: string }).failure, failure, String(error));
  return true;
};

/** Returns a promise with the function that resolves it. */
const newSignal = () => Promise.withResolvers<ServerResponse>();

describe('outbound calls', () => {
  it('returns status, media type and text, and sends method, headers and body', async () => {
    const seen: unknown[] = [];
    await using server = await listen(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push([request.method, request.url, request.headers['x-owner-id'], body]);
      response.writeHead(403, { 'Content-Type': 'Application/JSON; charset=utf-8' }).end('{"a":"ã"}');
    });
    const { outbound } = newOutbound();
    const reply = await outbound.send(
      get(`${server.url}/v3/a?b=c`, { method: 'POST', headers: { 'X-Owner-Id': 'ana' }, body: '{}' }),
    );
    assert.deepEqual(reply, { status: 403, mediaType: 'application/json', text: '{"a":"ã"}' });
    assert.deepEqual(seen, [['POST', '/v3/a?b=c', 'ana', '{}']]);
  });

  it('returns a redirect to the metadata of a cloud, and does not follow it', async () => {
    const paths: (string | undefined)[] = [];
    await using server = await listen((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    const { outbound } = newOutbound();
    assert.equal((await outbound.send(get(`${server.url}/first`))).status, 302);
    assert.deepEqual(paths, ['/first']);
  });

  it('ignores the variables that name a proxy', async () => {
    let proxied = 0;
    await using proxy = await listen((_request, response) => {
      proxied += 1;
      response.end();
    });
    await using server = await listen((_request, response) => response.end('direct'));
    process.env['HTTP_PROXY'] = proxy.url;
    try {
      assert.equal((await newOutbound().outbound.send(get(server.url))).text, 'direct');
      assert.equal(proxied, 0);
    } finally {
      delete process.env['HTTP_PROXY'];
    }
  });

  it('ends a call with an endless body when the maximum size is reached', async () => {
    await using server = await listen((_request, response) => {
      const write = () => {
        while (response.write('x'.repeat(500))) if (response.destroyed) return;
      };
      response.on('drain', write);
      write();
    });
    await assert.rejects(newOutbound().outbound.send(get(server.url)), failsWith('too_large'));
  });

  it('counts the size of a body after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using server = await listen((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );
    const { outbound } = newOutbound();
    await assert.rejects(outbound.send(get(server.url, { maxBytes: 256 * 1024 })), failsWith('too_large'));
  });

  it('reads a compressed body', async () => {
    await using server = await listen((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"a":1}')),
    );
    assert.equal((await newOutbound().outbound.send(get(server.url))).text, '{"a":1}');
  });

  for (const [what, encoding] of [
    ['a damaged', 'gzip'],
    ['an unknown', 'zstd'],
  ] as const)
    it(`refuses a body of ${what} encoding`, async () => {
      await using server = await listen((_request, response) =>
        response.writeHead(200, { 'Content-Encoding': encoding }).end('no such thing'),
      );
      await assert.rejects(newOutbound().outbound.send(get(server.url)), failsWith('malformed'));
    });

  it('refuses a head that is too large', async () => {
    await using server = await listen((_request, response) =>
      response.writeHead(200, { 'X-Long': 'x'.repeat(20_000) }).end(),
    );
    await assert.rejects(newOutbound().outbound.send(get(server.url)), failsWith('too_large'));
  });

  it('ends an outbound call in time when no head arrives', async () => {
    const requested = newSignal();
    await using server = await listen((_request, response) => requested.resolve(response));
    const { outbound, clock } = newOutbound();
    const sent = assert.rejects(outbound.send(get(server.url)), failsWith('timeout'));
    const response = await requested.promise;
    clock.advance({ ms: 8_000 });
    await sent;
    if (!response.destroyed) await once(response, 'close');
  });

  it('ends an outbound call in time when the body stops', async () => {
    const requested = newSignal();
    await using server = await listen((_request, response) => {
      response.write('the beginning', () => requested.resolve(response));
    });
    const { outbound, clock } = newOutbound();
    const sent = assert.rejects(outbound.send(get(server.url)), failsWith('timeout'));
    await requested.promise;
    clock.advance({ ms: 8_000 });
    await sent;
  });

  it('fails when the connection is refused or the answer is not HTTP', async () => {
    const { port } = await closedPort();
    await assert.rejects(
      newOutbound().outbound.send(get(`http://127.0.0.1:${port}/`)),
      failsWith('unreachable'),
    );
    await using server = await listen((request) => request.socket.end('SSH-2.0-OpenSSH\r\n'));
    await assert.rejects(newOutbound().outbound.send(get(server.url)), failsWith('malformed'));
  });

  it('ends outbound calls when the server stops, and refuses others then', async () => {
    const requested = newSignal();
    await using server = await listen((_request, response) => requested.resolve(response));
    const { outbound } = newOutbound();
    const sent = assert.rejects(outbound.send(get(server.url)), failsWith('stopped'));
    await requested.promise;
    outbound.stop();
    await sent;
    await assert.rejects(outbound.send(get(server.url)), failsWith('stopped'));
  });
});

/** Returns a port on which nothing listens any more. */
async function closedPort(): Promise<{ port: number }> {
  await using server = await listen(() => undefined);
  return { port: server.port };
}
