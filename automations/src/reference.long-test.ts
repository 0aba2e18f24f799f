import { describe, it } from 'node:test';
import { assertEqualToReference } from './testing/agreement.ts';

/** All in a full run (`npm run test:all`). */
const AUTOMATIONS = process.env['AZULEJO_TEST_FULL'] === '1' ? 20_000 : 5_000;

describe('the decisions of an automation', () => {
  it(`begins runs exactly when the reference interpreter does, for ${AUTOMATIONS} automations`, () =>
    assertEqualToReference(AUTOMATIONS));
});
