import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Rules, startHarness, until } from './protocol-harness.ts';
import { PINGREQ, PINGRESP, puback, pubcomp, publish, pubrec, pubrel, subscribe } from './protocol-wire.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Rules whose commits the test resolves, in the order of acceptance. */
function heldCommits() {
  const commits: PromiseWithResolvers<void>[] = [];
  const publishing: Rules['publish'] = async () => {
    const commit = Promise.withResolvers<void>();
    commits.push(commit);
    return { committed: commit.promise };
  };
  const ending = () => {
    for (const commit of commits) commit.resolve();
  };
  return { commits, rules: { publish: publishing }, ending };
}

it('hands messages to the rules one at a time, in the order in which they arrived', async () => {
  let running = 0;
  let most = 0;
  await using harness = await startHarness({
    rules: {
      publish: async (_session, { payload }) => {
        running += 1;
        most = Math.max(most, running);
        for (let turn = Number(payload) % 3; turn > 0; turn -= 1) await setImmediate();
        running -= 1;
        return { committed: Promise.resolve() };
      },
    },
  });
  using client = await harness.connect();
  client.send(...ids(200).map((id) => publish('t', { qos: id % 3, id, payload: String(id) })));
  await until(() => harness.published.length === 200);
  assert.deepEqual(
    harness.published.map(({ payload }) => Number(payload)),
    ids(200),
  );
  assert.equal(most, 1);
});

it('acknowledges after the commit, in order, with hundreds of messages pending', async () => {
  const { commits, ...held } = heldCommits();
  await using harness = await startHarness(held);
  using client = await harness.connect();
  client.send(...ids(300).map((id) => publish('t', { qos: 1 + (id % 2), id })));
  await until(() => commits.length === 300);
  client.send(PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP, 'nothing is acknowledged before its commit');
  for (const commit of commits.toReversed()) commit.resolve();
  for (const id of ids(300)) {
    assert.deepEqual(await client.takePacket(), id % 2 === 1 ? pubrec(id) : puback(id));
  }
});

it('accepts a QoS 2 message once, until PUBREL frees its identifier', async () => {
  const { commits, ...held } = heldCommits();
  await using harness = await startHarness(held);
  using client = await harness.connect();
  const first = publish('t', { qos: 2, id: 5, payload: 'first' });
  client.send(first, publish('t', { qos: 2, id: 5, payload: 'first', dup: true }), PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  commits[0]?.resolve();
  assert.deepEqual(await client.takePacket(), pubrec(5));
  assert.deepEqual(await client.takePacket(), pubrec(5));
  client.send(first);
  assert.deepEqual(await client.takePacket(), pubrec(5));
  client.send(pubrel(5));
  assert.deepEqual(await client.takePacket(), pubcomp(5));
  client.send(publish('t', { qos: 2, id: 5, payload: 'second' }));
  await until(() => commits.length === 2);
  assert.deepEqual(
    harness.published.map(({ payload }) => String(payload)),
    ['first', 'second'],
  );
});

it('answers repeated packets for one identifier after its commit, with PUBCOMP last', async () => {
  const { commits, ...held } = heldCommits();
  await using harness = await startHarness(held);
  using client = await harness.connect();
  const message = publish('t', { qos: 2, id: 5 });
  client.send(message, message, pubrel(5), pubrel(5), message, PINGREQ);
  assert.deepEqual(await client.takePacket(), PINGRESP);
  commits[0]?.resolve();
  for (const answer of [pubrec(5), pubrec(5), pubrec(5), pubcomp(5)]) {
    assert.deepEqual(await client.takePacket(), answer);
  }
  assert.equal(commits.length, 1);
});

for (const [stage, fail] of [
  ['accepted', () => Promise.reject(new Error('no'))],
  ['committed', () => Promise.resolve({ committed: Promise.reject(new Error('no')) })],
] as const) {
  it(`closes without acknowledgement when a message cannot be ${stage}, and accepts it again`, async () => {
    let isBroken = true;
    await using harness = await startHarness({
      rules: {
        publish: async () => (isBroken ? fail() : { committed: Promise.resolve() }),
      },
    });
    const kept = { flags: 0xc0, id: 'kept' };
    using client = await harness.connect(kept);
    client.send(publish('t', { qos: 2, id: 5 }));
    assert.deepEqual(await client.closed, Buffer.alloc(0));
    isBroken = false;
    using again = await harness.connect(kept);
    again.send(publish('t', { qos: 2, id: 5, dup: true }));
    assert.deepEqual(await again.takePacket(), pubrec(5));
    assert.equal(harness.published.length, 2);
  });
}

it('acknowledges on a new connection a message of the old one that was committed later', async () => {
  const { commits, ...held } = heldCommits();
  await using harness = await startHarness(held);
  const kept = { flags: 0xc0, id: 'kept' };
  using client = await harness.connect(kept);
  client.send(publish('t', { qos: 2, id: 5 }));
  await until(() => commits.length === 1);
  using again = await harness.connect(kept);
  again.send(publish('t', { qos: 2, id: 5, dup: true }), PINGREQ);
  assert.deepEqual(await again.takePacket(), PINGRESP);
  commits[0]?.resolve();
  assert.deepEqual(await again.takePacket(), pubrec(5));
  assert.equal(commits.length, 1);
});

it('passes RETAIN to the rules and retains no message', async () => {
  await using harness = await startHarness();
  using client = await harness.connect();
  client.send(publish('t', { qos: 1, retain: true }));
  assert.deepEqual(await client.takePacket(), puback(7));
  assert.equal(harness.published[0]?.retain, true);
  client.send(subscribe(3, ['#', 0]), PINGREQ);
  assert.equal((await client.takePacket())[0], 0x90);
  assert.deepEqual(await client.takePacket(), PINGRESP);
});

it('does not pass topics beyond the limits to the rules', async () => {
  await using harness = await startHarness({ limits: { topicLevels: 4, topicBytes: 20 } });
  using client = await harness.connect();
  client.send(publish('a/b/c/d', { qos: 1, id: 1 }), publish('a/b/c/d/e', { qos: 1, id: 2 }));
  client.send(publish('x'.repeat(21), { qos: 1, id: 3 }), publish('x'.repeat(20), { qos: 1, id: 4 }));
  for (const id of [1, 2, 3, 4]) assert.deepEqual(await client.takePacket(), puback(id));
  assert.deepEqual(
    harness.published.map(({ topic }) => topic),
    ['a/b/c/d', 'x'.repeat(20)],
  );
});

it('waits for pending commits when it stops, and drops messages not yet handed to the rules', async () => {
  const { commits, rules } = heldCommits();
  const accepting = Promise.withResolvers<void>();
  const harness = await startHarness({
    rules: {
      publish: async (session, message) => {
        if (message.topic === 'slow') await accepting.promise;
        return rules.publish(session, message);
      },
    },
  });
  using client = await harness.connect();
  client.send(publish('quick', { qos: 1 }), publish('slow', { qos: 1 }), publish('late', { qos: 1 }));
  await until(() => harness.published.length === 2);
  let hasEnded = false;
  const ended = harness[Symbol.asyncDispose]().then(() => {
    hasEnded = true;
  });
  await client.closed;
  commits[0]?.resolve();
  accepting.resolve();
  await until(() => commits.length === 2);
  assert.equal(hasEnded, false);
  commits[1]?.resolve();
  await ended;
  assert.deepEqual(
    harness.published.map(({ topic }) => topic),
    ['quick', 'slow'],
  );
});
