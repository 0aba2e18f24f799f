import { describe, it } from 'node:test';
import { assertEqualToReference } from './testing/agreement.ts';

describe('the decisions of an agent', () => {
  it('are runs exactly when the reference interpreter begins them, for 20,000 agents', () =>
    assertEqualToReference(20_000));
});
