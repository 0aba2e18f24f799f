import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { get, listen, newOutbound } from './testing/local-server.ts';

const failureOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'none';
  } catch (error) {
    return (error as { failure: string }).failure;
  }
};

describe('shares of a party', () => {
  it('refuses the 21st open call of a party, and not those of another party', async () => {
    const waiting: ServerResponse[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    await using server = await listen((_request, response) => {
      if (waiting.push(response) === 21) resolve();
    });
    const { outbound } = newOutbound();
    const calls = Array.from({ length: 20 }, () => outbound.send(get(server.url)));
    assert.equal(await failureOf(outbound.send(get(server.url))), 'busy');
    calls.push(outbound.send(get(server.url, { party: 'other' })));
    await promise;
    for (const response of waiting) response.end();
    for (const call of calls) assert.equal((await call).status, 200);
  });

  it('pauses after five calls without an answer, then tries one', async () => {
    let isDown = true;
    let requested = 0;
    await using server = await listen((_request, response) => {
      requested += 1;
      if (isDown) response.destroy();
      else response.writeHead(500).end();
    });
    const { outbound, clock } = newOutbound();
    const call = () => failureOf(outbound.send(get(server.url)));
    for (let count = 0; count < 5; count += 1) assert.equal(await call(), 'unreachable');
    assert.equal(await call(), 'circuit_open');
    assert.equal(requested, 5);
    clock.advance({ seconds: 31 });
    assert.equal(await call(), 'unreachable');
    assert.equal(await call(), 'circuit_open');
    clock.advance({ seconds: 31 });
    isDown = false;
    assert.equal(await call(), 'none', 'an answer with a status is an answer');
    assert.equal(await call(), 'none');
  });

  it('logs time, purpose, origin and result of the last calls, and nothing that can be secret', async () => {
    await using server = await listen((_request, response) => response.writeHead(204).end());
    const { outbound, clock } = newOutbound();
    await outbound.send(get(`${server.url}/path?code=geheim`, { purpose: 'token' }));
    await failureOf(outbound.send(get('http://user:geheim@10.0.0.1/geheim')));
    const [second, first] = outbound.calls('acme');
    assert.deepEqual(first, {
      time: clock.now(),
      purpose: 'token',
      origin: server.url,
      durationMs: 0,
      status: 204,
    });
    assert.deepEqual(second, {
      time: clock.now(),
      purpose: 'authorize',
      origin: 'http://10.0.0.1',
      durationMs: 0,
      failure: 'address_refused',
    });
    assert.deepEqual(outbound.calls('other'), []);
    for (let count = 0; count < 60; count += 1) await failureOf(outbound.send(get('http://10.0.0.1')));
    assert.equal(outbound.calls('acme').length, 50);
  });
});
