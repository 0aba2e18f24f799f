import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from './options.ts';

const BENCHES = ['start', 'hot-reads', 'units-table', 'values', 'delivery', 'scale'];
const chosen = (...args: string[]) => readOptions(args, BENCHES).benches;

test('a run without options measures all benches, and a quick one those of the hot paths', () => {
  assert.deepEqual(chosen(), BENCHES);
  assert.deepEqual(chosen('--quick'), ['hot-reads', 'units-table', 'values', 'delivery']);
});

test('--only chooses one bench, also for a quick run', () => {
  assert.deepEqual(chosen('--only', 'scale'), ['scale']);
  assert.deepEqual(chosen('--quick', '--only', 'start'), ['start']);
  assert.throws(() => chosen('--only', 'none'), /There is no bench "none"/);
});

test('a quick run has fewer slices of the same length', () => {
  const [full, quick] = [readOptions([], BENCHES).pace, readOptions(['--quick'], BENCHES).pace];
  assert.ok(quick.slices < full.slices);
  assert.equal(quick.ms, full.ms);
});
