import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Figure, isMet, toTable } from './report.ts';

const figure: Figure = {
  bench: 'reads',
  name: 'GET tiles',
  unit: '/s',
  measured: 60,
  baseline: 100,
  ratio: 0.6,
};

test('isMet compares with the target inclusively, and returns undefined without a target', () => {
  assert.equal(isMet({ ...figure, aim: { of: 'ratio', is: 'at least', value: 0.6 } }), true);
  assert.equal(isMet({ ...figure, aim: { of: 'ratio', is: 'at least', value: 0.61 } }), false);
  assert.equal(isMet({ ...figure, aim: { of: 'measured', is: 'at most', value: 59 } }), false);
  assert.equal(isMet(figure), undefined);
});

test('isMet returns false for NaN', () => {
  const aim = { of: 'ratio', is: 'at least', value: 0.6 } as const;
  assert.equal(isMet({ ...figure, ratio: Number.NaN, aim }), false);
});

test('the table shows the processor time of each request beside that of the baseline', () => {
  assert.match(
    toTable([{ ...figure, processorUs: { measured: 40.6, baseline: 16.2 } }]),
    /0\.60.*41 µs to 16/,
  );
});

test('the table shows the target of each figure and whether it is met', () => {
  const table = toTable([{ ...figure, aim: { of: 'ratio', is: 'at least', value: 0.75 } }]);
  assert.match(table, /GET tiles.*60\.0 \/s.*100 \/s.*0\.60.*≥ 0\.75.*MISS/);
});
