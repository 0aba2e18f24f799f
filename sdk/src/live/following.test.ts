import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@azulejo/contract';
import fc from 'fast-check';
import { AzulejoError } from '../errors.ts';
import { changeOfEvent, createChanges } from './changes.ts';
import type { Feed } from './feed.ts';
import { createFollowing } from './following.ts';
import { createListeners } from './listeners.ts';
import type { Change } from './types.ts';

const properties = ['a', 'b', 'c'];
const timestampOf = (n: number) => new Date(1_700_000_000_000 + n).toISOString().replace('Z', '+0000');

/**
 * Creates a fake platform with three properties. A committed value is in its feed at once, and is queued
 * for delivery if there is a subscriber. At every request to the feed, further steps of the plan happen
 * before and after it answers.
 */
function createPlatform(plan: readonly string[]) {
  const log: Event[] = [];
  let wire: Change[] = [];
  let isConnected = false;
  let forgotten = 0;
  let receive: (change: Change) => void = () => {};
  const steps = [...plan];
  const actions: Record<string, () => void> = {
    deliver: () => wire.splice(0, 1).forEach((change) => void receive(change)),
    cut: () => {
      isConnected = false;
      wire = [];
    },
  };
  function commit(property: string): void {
    const cursor = String(log.length + 1);
    const address = { channel: 'channel', component: 'component', property };
    const event = { cursor, type: 'value' as const, timestamp: timestampOf(log.length), ...address };
    log.push({ ...event, data: log.length });
    if (isConnected) wire.push({ ...address, data: log.length - 1, timestamp: event.timestamp });
  }
  const step = () => {
    const next = steps.shift();
    if (next !== undefined) (actions[next] ?? (() => commit(next)))();
  };
  const lastOf = (property: string) => log.findLast((event) => event.property === property);
  const feed: Feed = {
    cursor: async () => {
      step();
      return String(log.length);
    },
    async *after(from) {
      for (let at = Number(from); ; ) {
        step();
        if (at < forgotten) throw new AzulejoError('Refused', 'resync', { status: 410, code: 4100 });
        const events = log.slice(at, at + 2);
        at += events.length;
        for (let more = 0; more < 2; more += 1) step();
        yield { events, cursor: String(at) };
        if (events.length < 2) return;
      }
    },
    values: async () => {
      step();
      const last = properties.flatMap((property) => lastOf(property) ?? []);
      return last.map((event): Change => ({ ...changeOfEvent(event), snapshot: true }));
    },
  };
  return {
    log,
    feed,
    commit,
    step,
    lastOf,
    isDone: () => steps.length === 0,
    isCut: () => !isConnected,
    cut: actions['cut'],
    forget: () => {
      forgotten = log.length;
    },
    subscribe: (listener: typeof receive) => async () => {
      receive = listener;
      isConnected = true;
      step();
    },
  };
}

function follow(platform: ReturnType<typeof createPlatform>, after?: string) {
  const listeners = createListeners({ keeps: true });
  const changes = createChanges(listeners);
  const emitted: Change[] = [];
  const resyncs: string[] = [];
  listeners.on('change', (change) => emitted.push(change));
  listeners.on('resync', ({ cursor }) => resyncs.push(cursor));
  const following = createFollowing({ feed: platform.feed, changes, listeners, after, onEvent: () => {} });
  return {
    emitted,
    resyncs,
    following,
    resume: () => following.resume(platform.subscribe(following.receive)),
  };
}

const plans = fc.array(fc.constantFrom(...properties, 'deliver', 'deliver', 'cut'), { maxLength: 60 });

test('emits every change once and in order, for any sequence of commits and disconnects', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const platform = createPlatform(plan);
      const { emitted, following, resume } = follow(platform, '0');
      while (!platform.isDone()) {
        if (platform.isCut()) await resume();
        else await following.catchUp();
        platform.step();
      }
      await resume();
      const committed = Map.groupBy(platform.log, ({ property }) => property);
      for (const property of properties) {
        assert.deepEqual(
          emitted.filter((change) => change.property === property).map(({ timestamp }) => timestamp),
          (committed.get(property) ?? []).map(({ timestamp }) => timestamp),
        );
      }
    }),
    { numRuns: 2_000 },
  );
});

test('emits every change once across runs that finish and continue from the cursor', async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.integer({ min: 1, max: 4 }), async (plan, every) => {
      const platform = createPlatform(plan);
      let { emitted, following, resume } = follow(platform, '0');
      const given: Change[] = [];
      for (let turn = 0; !platform.isDone(); turn += 1) {
        if (turn % every === 0 && !platform.isCut()) {
          await following.finish();
          given.push(...emitted);
          platform.cut?.();
          ({ emitted, following, resume } = follow(platform, following.cursor()));
        }
        if (platform.isCut()) await resume();
        else platform.step();
      }
      await resume();
      given.push(...emitted);
      for (const property of properties) {
        const timestamps = (events: readonly (Change | Event)[]) =>
          events.filter((each) => each.property === property).map(({ timestamp }) => timestamp);
        assert.deepEqual(timestamps(given), timestamps(platform.log));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('starts at the connection without a cursor, and does not emit values that existed before', async () => {
  const platform = createPlatform([]);
  for (const property of ['a', 'b', 'a']) platform.commit(property);
  const { emitted, following, resume } = follow(platform);
  await resume();
  assert.equal(following.cursor(), '3');
  const [stale] = platform.log;
  assert.ok(stale);
  following.receive(changeOfEvent(stale));
  assert.deepEqual(emitted, [], 'an answer with a known value is not a change');
});

test('emits resync and a snapshot of the values that differ when the cursor is no longer valid', async () => {
  const platform = createPlatform([]);
  for (const property of ['a', 'b']) platform.commit(property);
  const { emitted, resyncs, resume } = follow(platform, '0');
  await resume();
  assert.equal(emitted.splice(0).length, 2);
  for (const property of ['a', 'a']) platform.commit(property);
  platform.forget();
  await resume();
  await resume();
  assert.deepEqual(resyncs, ['4']);
  assert.deepEqual(
    emitted.map(({ property, timestamp, snapshot }) => ({ property, timestamp, snapshot })),
    [{ property: 'a', timestamp: platform.lastOf('a')?.timestamp, snapshot: true }],
  );
});
