import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentTick } from '../../platform/coalesce-per-tick.ts';
import { createBatcher } from './batcher.ts';

/** Returns a batcher whose batches end when the test releases them. `fails` returns the error of a batch. */
function controlledBatcher(fails: (batch: readonly number[]) => Error | undefined = () => undefined) {
  const batches: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const begun: PromiseWithResolvers<void>[] = [];
  const contact: { epoch: number | undefined } = { epoch: 0 };
  const batcher = createBatcher<number, unknown>({
    async work(batch) {
      batches.push(batch);
      begun.shift()?.resolve();
      await gates.shift()?.promise;
      const error = fails(batch);
      if (error) throw error;
      return { effects: [], outcomes: batch.map((entry) => `outcome of ${entry}`) };
    },
    epoch: () => contact.epoch,
    isOfOne: (error) => error instanceof RangeError,
    isAlone: (entry) => entry < 0,
    bytesOf: (entry) => entry,
    onEffectFailed: (error) => assert.fail(String(error)),
  });
  return {
    batcher,
    batches,
    contact,
    /** Makes the next batch wait until `release`; `hasBegun` resolves when its work begins. */
    holdNext() {
      const gate = Promise.withResolvers<void>();
      const beginning = Promise.withResolvers<void>();
      gates.push(gate);
      begun.push(beginning);
      return { release: gate.resolve, hasBegun: beginning.promise };
    },
  };
}

const numbers = (count: number): number[] => [...Array(count).keys()];
const outcomeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: Error) => error.message,
  );

test('collects entries in order while a batch runs, and limits batches to 500 entries', async () => {
  const { batcher, batches, holdNext } = controlledBatcher();
  const first = holdNext();
  await batcher.add(-1);
  await first.hasBegun;
  for (const number of numbers(1200)) await batcher.add(number);
  first.release();
  await batcher.drain();
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1, 500, 500, 200],
  );
  assert.deepEqual(batches.flat(), [-1, ...numbers(1200)]);
});

test('limits batches to 16 MB, unless a single entry is larger', async () => {
  const { batcher, batches, holdNext } = controlledBatcher();
  const first = holdNext();
  await batcher.add(1);
  await first.hasBegun;
  for (const bytes of [8_000_000, 8_000_001, 8_000_002, 20_000_000, 2]) await batcher.add(bytes);
  first.release();
  await batcher.drain();
  assert.deepEqual(batches, [[1], [8_000_000, 8_000_001], [8_000_002], [20_000_000], [2]]);
});

test('settles an entry only after its batch', async () => {
  const { batcher, holdNext } = controlledBatcher();
  const { release, hasBegun } = holdNext();
  const { done } = await batcher.add(1);
  let isDone = false;
  const watching = done.then(() => {
    isDone = true;
  });
  await hasBegun;
  await new Promise(setImmediate);
  assert.equal(isDone, false);
  release();
  await watching;
});

test('makes an added entry wait while the queue is full, and keeps its order', async () => {
  const { batcher, batches, holdNext } = controlledBatcher();
  const { release, hasBegun } = holdNext();
  await batcher.add(-1);
  await hasBegun;
  for (const number of numbers(5000)) await batcher.add(number);
  let hasPlace = false;
  const late = batcher.add(5000).then(() => {
    hasPlace = true;
  });
  await new Promise(setImmediate);
  assert.equal(hasPlace, false);
  release();
  await late;
  await batcher.drain();
  assert.deepEqual(batches.flat(), [-1, ...numbers(5001)]);
});

test('isolates a failing entry by bisection and rejects it alone', async () => {
  const bad = new Set([3, 77]);
  const { batcher, batches } = controlledBatcher((batch) =>
    batch.some((entry) => bad.has(entry)) ? new RangeError('bad') : undefined,
  );
  const added = await Promise.all(numbers(100).map((number) => batcher.add(number)));
  const outcomes = await Promise.all(added.map(({ done }) => outcomeOf(done)));
  assert.deepEqual(
    outcomes.flatMap((outcome, index) => (outcome === 'bad' ? [index] : [])),
    [...bad],
  );
  assert.ok(batches.length < 30, `${batches.length} batches for two of a hundred`);
});

test('rejects the whole batch when no single entry is at fault, and tries the next one', async () => {
  let isDown = true;
  const { batcher, batches } = controlledBatcher(() => (isDown ? new Error('down') : undefined));
  const added = await Promise.all(numbers(10).map((number) => batcher.add(number)));
  const outcomes = await Promise.all(added.map(({ done }) => outcomeOf(done)));
  assert.deepEqual(new Set(outcomes), new Set(['down']));
  assert.equal(batches.length, 1);
  isDown = false;
  assert.equal(await outcomeOf((await batcher.add(11)).done), 'done');
});

test('stores nothing that was added before the database was out of reach, or while it is', async () => {
  const { batcher, batches, contact, holdNext } = controlledBatcher();
  const gate = holdNext();
  const before = await batcher.add(1);
  await gate.hasBegun;
  const added = [await batcher.add(2)];
  contact.epoch = undefined;
  added.push(await batcher.add(3));
  const arrival = currentTick();
  await nextTurn();
  contact.epoch = currentTick();
  added.push(await batcher.add(4, arrival));
  added.push(await batcher.add(5));
  gate.release();
  const outcomes = await Promise.all([before, ...added].map(({ done }) => outcomeOf(done)));
  const late = 'values: the database was out of reach meanwhile';
  assert.deepEqual(outcomes, ['done', late, late, late, 'done']);
  assert.deepEqual(batches, [[1], [5]]);
});

test('settles each entry with its own outcome, when its batch is split too', async () => {
  const { batcher } = controlledBatcher((batch) => (batch.includes(2) ? new RangeError('bad') : undefined));
  const added = await Promise.all(numbers(5).map((number) => batcher.add(number)));
  const outcomes = await Promise.allSettled(added.map(({ done }) => done));
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'bad')),
    ['outcome of 0', 'outcome of 1', 'bad', 'outcome of 3', 'outcome of 4'],
  );
});

test('survives a failure whose promise has no handler', async () => {
  const { batcher } = controlledBatcher(() => new Error('down'));
  await batcher.add(1);
  await batcher.drain();
  await new Promise(setImmediate);
});

test('runs each effect once after the commit, even when one of them fails', async () => {
  const [committed, ran, failed]: [number[], number[], unknown[]] = [[], [], []];
  const batcher = createBatcher<number, unknown>({
    work: async (batch) => {
      committed.push(...batch);
      const effects = batch.map((entry) => () => {
        ran.push(entry);
        if (entry === 2) throw new RangeError('a listener');
      });
      return { effects, outcomes: [] };
    },
    epoch: () => 0,
    isOfOne: (error) => error instanceof RangeError,
    onEffectFailed: (error) => failed.push(error),
    isAlone: () => false,
    bytesOf: () => 0,
  });
  const added = await Promise.all(numbers(5).map((number) => batcher.add(number)));
  const outcomes = await Promise.all(added.map(({ done }) => outcomeOf(done)));
  assert.deepEqual(new Set(outcomes), new Set(['done']));
  assert.deepEqual([committed, ran, failed.length], [numbers(5), numbers(5), 1]);
});

test('runs the effects of a batch while the next one is stored, and before those of the next', async () => {
  const log: string[] = [];
  const batcher = createBatcher<number, unknown>({
    work: async (batch, whileStoring) => {
      log.push(`plan ${batch}`);
      await new Promise(setImmediate);
      log.push(`store ${batch}`);
      whileStoring();
      await new Promise(setImmediate);
      return { effects: [() => log.push(`effects of ${batch}`)], outcomes: [] };
    },
    epoch: () => 0,
    isOfOne: () => false,
    onEffectFailed: (error) => assert.fail(String(error)),
    isAlone: (entry) => entry < 0,
    bytesOf: () => 16 * 1024 * 1024,
  });
  for (const number of [1, 2, -3]) await batcher.add(number);
  await batcher.drain();
  assert.deepEqual(log, [
    'plan 1',
    'store 1',
    'plan 2',
    'store 2',
    'effects of 1',
    'effects of 2',
    'plan -3',
    'store -3',
    'effects of -3',
  ]);
});

test('runs the effects of a batch when the next one fails', async () => {
  const ran: number[] = [];
  const batcher = createBatcher<number, unknown>({
    work: async ([entry = 0]) => {
      if (entry === 2) throw new Error('down');
      return { effects: [() => ran.push(entry)], outcomes: [] };
    },
    epoch: () => 0,
    isOfOne: () => false,
    onEffectFailed: (error) => assert.fail(String(error)),
    isAlone: () => false,
    bytesOf: () => 16 * 1024 * 1024,
  });
  const added = await Promise.all([1, 2, 3].map((number) => batcher.add(number)));
  const outcomes = await Promise.all(added.map(({ done }) => outcomeOf(done)));
  assert.deepEqual(
    [outcomes, ran],
    [
      ['done', 'down', 'done'],
      [1, 3],
    ],
  );
});

test('runs a separate batch after all earlier entries and before all later ones', async () => {
  const { batcher, batches, holdNext } = controlledBatcher();
  const gate = holdNext();
  await batcher.add(1);
  await gate.hasBegun;
  const added = await Promise.all([2, 3, -1, -2, 4, 5].map((number) => batcher.add(number)));
  gate.release();
  await Promise.all(added.map(({ done }) => done));
  assert.deepEqual(batches, [[1], [2, 3], [-1], [-2], [4, 5]]);
});
