import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_SECONDS, runCatalogue } from './testing.ts';

describe('virtual devices of the whole catalogue, for a day', () => {
  const day = runCatalogue({ seconds: DAY_SECONDS, every: 20 });

  it('say only what their templates allow', () => {
    assert.deepEqual(day.wrong, []);
    assert.ok(day.runs.length > 100);
  });

  it('all say something, and none says much', () => {
    for (const { model, count } of day.runs) {
      assert.ok(count > 0, `${model} says something`);
      assert.ok(count < DAY_SECONDS / 15, `${model} said ${count} values in a day`);
    }
    // So that a home of 34 devices says less than one value a second.
    const total = day.runs.reduce((sum, { count }) => sum + count, 0);
    assert.ok((total / day.runs.length / DAY_SECONDS) * 34 < 1);
  });

  it('tell values that are told on changes only when they change', () => {
    assert.deepEqual(day.repeated, []);
  });
});
