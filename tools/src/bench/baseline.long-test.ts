import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BareHttpAnswer, BareHttpQuestion } from './bare-http.ts';
import { type Baseline, startBaseline } from './baseline.ts';
import { fetchRaw } from './reads.ts';

const reply = {
  path: '/v3/things',
  headers: ['Content-Type', 'application/json; charset=utf-8', 'ETag', '"a"', 'Content-Length', '2'],
  body: Buffer.from('[]').toString('base64'),
};
const sorted = ({ headers, ...rest }: typeof reply) => {
  const lines = headers.flatMap((name, at) => (at % 2 ? [] : [`${name.toLowerCase()}: ${headers[at + 1]}`]));
  return { ...rest, headers: lines.toSorted() };
};

for (const name of ['http', 'fastify']) {
  test(`the baseline "${name}" sends the prepared bytes and headers, and tells its processor time`, async () => {
    await using baseline: Baseline<BareHttpQuestion, BareHttpAnswer> = startBaseline(name);
    const { url } = await baseline.ask({ replies: [reply] });
    assert.deepEqual(sorted(await fetchRaw(url, reply.path, {})), sorted(reply));
    const before = await baseline.cpuMs();
    for (let turn = 0; turn < 20; turn += 1) await fetchRaw(url, reply.path, {});
    assert.ok(before > 0);
    assert.ok((await baseline.cpuMs()) >= before);
  });
}

test('a baseline that has ended rejects what it is asked', async () => {
  const baseline = startBaseline('http');
  await baseline[Symbol.asyncDispose]();
  await assert.rejects(baseline.ask({ replies: [] }), /The baseline "http" ended/);
});
