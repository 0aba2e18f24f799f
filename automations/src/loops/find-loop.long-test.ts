import { describe, it } from 'node:test';
import { assertAgreement } from './testing/random-homes.ts';

/** All in a full run (`npm run test:all`). */
const PARTS = process.env['AZULEJO_TEST_FULL'] === '1' ? 5 : 1;

describe('the check for loops', () => {
  // In parts, so that each is within the time limit of one test.
  for (let part = 1; part <= PARTS; part += 1) {
    it(`finds exactly the loops that brute force finds in random homes, part ${part}`, () =>
      assertAgreement(4_000));
  }
});
