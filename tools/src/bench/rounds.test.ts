import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternate, percentile, summarize, takeTurns } from './rounds.ts';

test('alternate runs both sides once to warm up, then in alternating order', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => {
    order.push(name);
    return order.length;
  };
  const pairs = await alternate(2, side('candidate'), side('baseline'));
  assert.deepEqual(order, ['candidate', 'baseline', 'candidate', 'baseline', 'baseline', 'candidate']);
  assert.deepEqual(pairs, [
    { candidate: 3, baseline: 4 },
    { candidate: 6, baseline: 5 },
  ]);
});

test('takeTurns runs every side once a round, in the reverse order in every second one', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => order.push(name);
  const turns = await takeTurns(2, { ours: side('ours'), plain: side('plain'), bare: side('bare') });
  assert.deepEqual(order.slice(3), ['ours', 'plain', 'bare', 'bare', 'plain', 'ours']);
  assert.deepEqual(turns, [
    { ours: 4, plain: 5, bare: 6 },
    { bare: 7, plain: 8, ours: 9 },
  ]);
});

test('summarize returns the median of the rounds’ ratios', () => {
  const pairs = [
    { candidate: 80, baseline: 100 },
    { candidate: 8, baseline: 10 },
    { candidate: 10, baseline: 100 },
  ];
  assert.deepEqual(
    summarize(pairs, (rate) => rate),
    { measured: 10, baseline: 100, ratio: 0.8 },
  );
});

test('percentile returns one of the measured values', () => {
  const values = [4, 1, 3, 2];
  assert.equal(percentile(values, 0.5), 2);
  assert.equal(percentile(values, 0.99), 4);
  assert.equal(percentile([], 0.5), Number.NaN);
});
