import { describe, it } from 'node:test';
import { assertAgreement } from './testing/random-homes.ts';

describe('the check for loops', () => {
  it('finds exactly the loops that brute force finds in 20,000 random homes', () => assertAgreement(20_000));
});
