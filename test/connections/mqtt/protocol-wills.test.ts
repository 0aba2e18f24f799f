import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Harness, startHarness, until } from './protocol-harness.ts';
import { credentials, DISCONNECT, PINGREQ, publish, text } from './protocol-wire.ts';

const willed = {
  flags: 0xc0 | 0x02 | 0x04 | 0x08 | 0x20,
  rest: [text('will'), text('gone'), ...credentials],
};

const topics = ({ published }: Harness) => published.map(({ topic }) => topic);

it("publishes a will after the client's earlier messages, as an ordinary message", async () => {
  await using harness = await startHarness();
  const client = await harness.connect(willed);
  client.send(publish('last', { qos: 1 }));
  await client.takePacket();
  client.socket.destroy();
  await until(() => harness.published.length === 2);
  const [, will] = harness.published;
  assert.deepEqual(will, {
    key: 'user:anna',
    topic: 'will',
    payload: Buffer.from('gone'),
    qos: 1,
    retain: true,
  });
  assert.deepEqual(harness.sessionLog, ['arrived user:anna', 'left user:anna']);
});

it('publishes no will after DISCONNECT', async () => {
  await using harness = await startHarness();
  using client = await harness.connect(willed);
  client.send(publish('last'), DISCONNECT);
  await client.closed;
  await until(() => harness.sessionLog.length === 2);
  using other = await harness.connect();
  other.send(publish('other'));
  await until(() => harness.published.length === 2);
  assert.deepEqual(topics(harness), ['last', 'other']);
});

it('publishes the will after a takeover, a protocol error, or an end by the server', async () => {
  await using harness = await startHarness();
  using first = await harness.connect(willed);
  using second = await harness.connect(willed);
  await first.closed;
  await until(() => harness.published.length === 1);
  second.send(Buffer.of(0));
  await second.closed;
  await until(() => harness.published.length === 2);
  using third = await harness.connect(willed);
  for (const session of harness.broker.sessions()) session.end();
  await third.closed;
  await until(() => harness.published.length === 3);
  assert.deepEqual(topics(harness), ['will', 'will', 'will']);
});

it('publishes the will of a client silent for more than one and a half keep-alive periods', async () => {
  let now = 0;
  await using harness = await startHarness({ limits: { sweepMs: 2 }, now: () => now });
  using client = await harness.connect({ ...willed, keepAlive: 10 });
  now = 14_900;
  client.send(PINGREQ);
  await client.takePacket();
  now += 15_100;
  assert.deepEqual(await client.closed, Buffer.alloc(0));
  await until(() => harness.published.length === 1);
  assert.deepEqual(topics(harness), ['will']);
});

it('never times out a client with keep alive 0', async () => {
  let now = 0;
  await using harness = await startHarness({ limits: { sweepMs: 2 }, now: () => now });
  using silent = await harness.connect({ ...willed, id: 'silent', keepAlive: 0 });
  using other = await harness.connect({ id: 'other', keepAlive: 10 });
  now = 1e9;
  await other.closed;
  silent.send(PINGREQ);
  await silent.takePacket();
});

it('publishes no will when the broker stops', async () => {
  const harness = await startHarness();
  using client = await harness.connect(willed);
  await harness[Symbol.asyncDispose]();
  await client.closed;
  assert.deepEqual(topics(harness), []);
  assert.deepEqual(harness.sessionLog, ['arrived user:anna', 'left user:anna']);
});
