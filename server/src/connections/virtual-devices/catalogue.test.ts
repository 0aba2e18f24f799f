import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_SECONDS, runCatalogue } from './testing.ts';

describe('one day of virtual devices of the whole catalogue', () => {
  const day = runCatalogue({ seconds: DAY_SECONDS, every: 60 });

  it('reports only what the templates allow', () => {
    assert.deepEqual(day.wrong, []);
    assert.ok(day.runs.length > 100);
  });

  it('reports something for every device, and never too much', () => {
    for (const { model, count } of day.runs) {
      assert.ok(count > 0, `${model} says something`);
      assert.ok(count < DAY_SECONDS / 15, `${model} reported ${count} values in a day`);
    }
    // A home of 34 devices reports less than one value per second.
    const total = day.runs.reduce((sum, { count }) => sum + count, 0);
    assert.ok((total / day.runs.length / DAY_SECONDS) * 34 < 1);
  });

  it('reports on-change values only when they change', () => {
    assert.deepEqual(day.repeated, []);
  });
});
