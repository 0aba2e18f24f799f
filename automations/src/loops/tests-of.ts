import { addressKey } from '@azulejo/model';
import { comparisonOf, shownNumber } from '../compile/comparison.ts';
import { type Part, propertiesOf, storedThreshold, storedValue } from '../compile/context.ts';
import type { HomeFacts, PropertyFacts } from '../facts.ts';
import { createProblems } from '../problems.ts';
import type { LoopTest } from './types.ts';

/** Returns the tests of a property or of a group, or undefined for another part. */
export function testsOf(part: Part, facts: HomeFacts): { tests: LoopTest[]; isEvery: boolean } | undefined {
  if (part['kind'] !== 'property') return undefined;
  const found = propertiesOf(compiling(facts), part, '');
  if (found === undefined || found.found.length === 0) return undefined;
  return {
    tests: found.found.flatMap((each) => testOf(facts, part, each) ?? []),
    isEvery: found.isGroup && found.of === 'every',
  };
}

function testOf(facts: HomeFacts, part: Part, property: PropertyFacts): LoopTest | undefined {
  const key = addressKey(property);
  if (part['is'] === 'changes' || part['is'] === 'reports') return { property: key, is: part['is'] };
  const is = comparisonOf(part['is']);
  const value = storedValue(compiling(facts), part, property, '');
  const retriggers = part['retrigger'] === true;
  if (is === 'equals' || is === 'differs')
    return { property: key, retriggers, is, value, shown: shownNumber(part, property) };
  if (is === undefined || typeof value !== 'number') return undefined;
  return { property: key, retriggers, ...storedThreshold(is, part, property, value) };
}

/** Problems are not collected: compiling has reported them. */
export const compiling = (facts: HomeFacts) => ({
  facts,
  problems: createProblems(),
  names: new Map(),
  triggerIds: new Set<string>(),
});
