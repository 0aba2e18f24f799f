import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY_SECONDS, runCatalogue } from './testing.ts';

it('simulates the whole catalogue for a week within what the templates allow', () => {
  const week = runCatalogue({ seconds: 7 * DAY_SECONDS, every: 15 });
  assert.deepEqual(week.wrong, []);
  assert.deepEqual(week.repeated, []);
  assert.ok(week.runs.every(({ count }) => count > 0));
});
