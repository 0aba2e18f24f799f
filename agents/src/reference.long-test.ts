import { describe, it } from 'node:test';
import { assertEqualToReference } from './testing/agreement.ts';

/** All in a full run (`npm run test:all`). */
const AGENTS = process.env['AZULEJO_TEST_FULL'] === '1' ? 20_000 : 5_000;

describe('the decisions of an agent', () => {
  it(`begins runs exactly when the reference interpreter does, for ${AGENTS} agents`, () =>
    assertEqualToReference(AGENTS));
});
