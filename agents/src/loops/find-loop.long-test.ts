import { describe, it } from 'node:test';
import { assertAgreement } from './testing/random-homes.ts';

describe('the check for loops', () => {
  // In parts, so that each is within the time limit of one test.
  for (let part = 1; part <= 5; part += 1) {
    it(`finds exactly the loops that brute force finds in random homes, part ${part}`, () =>
      assertAgreement(4_000));
  }
});
