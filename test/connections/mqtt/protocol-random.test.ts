import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isValidTopicName, matchesFilter } from '@azulejo/broker';
import fc from 'fast-check';
import { connectAsync } from 'mqtt';
import { isFullRun } from '../../support/full-run.ts';
import { cases } from './protocol-cases.ts';
import { openRaw } from './protocol-client.ts';
import { type Harness, startHarness, until } from './protocol-harness.ts';
import { runCase } from './protocol-run-case.ts';
import { PINGREQ, PINGRESP } from './protocol-wire.ts';

const RUNS = isFullRun ? 3_000 : 300;

/** Sends the chunks. The connection may then close, answer or wait for more, but must not affect others. */
async function sendAll(harness: Harness, chunks: readonly Uint8Array[], isConnected: boolean): Promise<void> {
  using client = isConnected ? await harness.connect({ id: '' }) : await openRaw(harness.port);
  for (const chunk of chunks) client.send(Buffer.from(chunk));
  client.socket.end();
  await client.closed;
}

async function checkAlive(harness: Harness): Promise<void> {
  await until(() => [...harness.broker.sessions()].length === 0);
  using client = await harness.connect({ id: 'healthy' });
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  for (const { topic } of harness.published) assert.ok(isValidTopicName(topic), topic);
}

/** Each run opens its own connection. */
const limits = { reconnectMs: 1 };

it('survives arbitrary bytes', async () => {
  await using harness = await startHarness({ limits });
  const bytes = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), (chunks, isConnected) => sendAll(harness, chunks, isConnected)),
    { numRuns: RUNS },
  );
  await checkAlive(harness);
});

it('survives randomly changed packets', async () => {
  await using harness = await startHarness({ limits });
  const change = fc.record({ at: fc.nat(60), to: fc.integer({ min: 0, max: 255 }) });
  const packets = cases.filter(({ send }) => send.length < 1_000).map(({ send }) => send);
  const changed = fc
    .tuple(fc.constantFrom(...packets), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([packet, changes]) => {
      const copy = Buffer.from(packet);
      for (const { at, to } of changes) copy[at % copy.length] = to;
      return copy;
    });
  const stream = fc.array(changed, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(stream, fc.boolean(), (chunks, isConnected) => sendAll(harness, chunks, isConnected)),
    { numRuns: RUNS },
  );
  await checkAlive(harness);
});

it('gives the same answers when packets arrive one byte at a time', async () => {
  await using harness = await startHarness({ limits });
  const short = cases.filter(({ send }) => send.length < 1_000);
  for (const one of short) {
    const failure = await runCase(harness.port, one, { isDripping: true });
    assert.equal(failure, undefined, `${one.packet}, ${one.name}`);
  }
});

it('exchanges messages with another MQTT implementation', async () => {
  await using harness = await startHarness({ limits });
  const options = { port: harness.port, host: '127.0.0.1', username: 'anna', password: 'right' };
  const client = await connectAsync({ ...options, protocolVersion: 4 });
  await client.subscribeAsync('#', { qos: 0 });
  const topics = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((topic) => isValidTopicName(topic) && matchesFilter('#', topic));
  const payloads = fc.uint8Array({ maxLength: 40_000 });
  await fc.assert(
    fc.asyncProperty(topics, payloads, fc.constantFrom(0, 1, 2), async (topic, payload, qos) => {
      const received = new Promise<[string, Buffer]>((resolve) =>
        client.once('message', (name, content) => resolve([name, content])),
      );
      await client.publishAsync(topic, Buffer.from(payload), { qos });
      assert.deepEqual(await received, [topic, Buffer.from(payload)]);
    }),
    { numRuns: 200 },
  );
  await client.endAsync();
});
