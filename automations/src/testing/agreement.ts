import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runsOf } from './decide.ts';
import { definition, past } from './random-automations.ts';
import { expectedRuns } from './reference.ts';

/** Checks that random automations run exactly when the reference interpreter begins them. */
export function assertEqualToReference(numRuns: number): void {
  let count = 0;
  fc.assert(
    fc.property(definition, past, (automation, given) => {
      const expected = expectedRuns(automation, given);
      fc.pre(expected !== undefined);
      count += expected.length;
      assert.deepEqual(runsOf(automation, given), expected);
    }),
    { numRuns },
  );
  // Automations that never run would show nothing.
  assert.ok(count > numRuns / 2, `${count} runs`);
}
