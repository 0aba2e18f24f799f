import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY_SECONDS, runCatalogue } from './testing.ts';

/** A week in a full run (`npm run test:all`). */
const DAYS = process.env['AZULEJO_TEST_FULL'] === '1' ? 7 : 2;

it(`simulates the whole catalogue for ${DAYS} days within what the templates allow`, () => {
  const span = runCatalogue({ seconds: DAYS * DAY_SECONDS, every: 15 });
  assert.deepEqual(span.wrong, []);
  assert.deepEqual(span.repeated, []);
  assert.ok(span.runs.every(({ count }) => count > 0));
});
