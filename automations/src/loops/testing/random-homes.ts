import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findLoop } from '../find-loop.ts';
import { inLoopsWith } from '../in-loops-with.ts';
import type { LoopAutomation, LoopCondition, LoopHome, LoopTest } from '../types.ts';
import { hasLoop } from './brute-force.ts';

const property = fc.constantFrom('a', 'a', 'b', 'b', 'c');
const value = fc.constantFrom(0, 1);
const compared = fc.oneof(
  fc.record({ property, is: fc.constantFrom('equals' as const, 'differs' as const), value }),
  fc.record({ property, is: fc.constantFrom('above' as const, 'below' as const), value: fc.constant(0.5) }),
);
const test: fc.Arbitrary<LoopTest> = fc.oneof(
  { weight: 6, arbitrary: compared },
  { weight: 1, arbitrary: compared.map((each) => ({ ...each, retriggers: true })) },
  {
    weight: 1,
    arbitrary: fc.record({ property, is: fc.constantFrom('changes' as const, 'reports' as const) }),
  },
);
const condition: fc.Arbitrary<LoopCondition> = fc.letrec<{ any: LoopCondition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.record({ test: compared }),
    fc.record({ not: tie('any') }),
    fc.record({ all: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }),
  ),
})).any;
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ set: property, value }) },
  { weight: 1, arbitrary: fc.record({ waitMs: fc.constantFrom(1_000, 3_000) }) },
);
const automation: fc.Arbitrary<Omit<LoopAutomation, 'id'>> = fc.record(
  {
    mode: fc.constantFrom('single' as const, 'restart' as const),
    triggers: fc.array(
      test.map((each) => ({ every: [each] })),
      { minLength: 1, maxLength: 2 },
    ),
    onlyIf: condition,
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['mode', 'triggers', 'steps'] },
);
const home: fc.Arbitrary<LoopHome> = fc.record({
  automations: fc
    .array(automation, { minLength: 1, maxLength: 4 })
    .map((automations) => automations.map((each, index) => ({ ...each, id: `automation ${index}` }))),
  momentary: fc.uniqueArray(property, { maxLength: 1 }).map((each) => new Set(each)),
});

/**
 * Checks that the loop check and the brute-force search agree about so many random homes, and that
 * `inLoopsWith` keeps the loops of each automation.
 */
export function assertAgreement(numRuns: number): void {
  const found = { loop: 0, possible: 0, none: 0 };
  fc.assert(
    fc.property(home, (given) => {
      const check = findLoop(given);
      found[check.kind] += 1;
      assert.equal(check.kind === 'loop', hasLoop(given));
      if (check.kind !== 'loop') return;
      for (const own of given.automations.filter(({ id }) =>
        check.story.some((each) => each.automation === id),
      ))
        assert.equal(findLoop({ ...given, automations: inLoopsWith(own, given.automations) }).kind, 'loop');
    }),
    { numRuns },
  );
  // The homes are of every kind, else this would show nothing.
  for (const [kind, count] of Object.entries(found)) assert.ok(count > numRuns / 200, `${count} of ${kind}`);
}
