import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternate, percentile, summarize } from './rounds.ts';

test('both sides are run once to be warm, then in turns that begin with either', async () => {
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

test('the ratio is the median of the ratios of the rounds, so that one slow minute changes nothing', () => {
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

test('a percentile is a value that was measured', () => {
  const values = [4, 1, 3, 2];
  assert.equal(percentile(values, 0.5), 2);
  assert.equal(percentile(values, 0.99), 4);
  assert.equal(percentile([], 0.5), Number.NaN);
});
