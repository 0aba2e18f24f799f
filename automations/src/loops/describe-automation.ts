import type { AutomationCondition, AutomationDefinition, AutomationStep } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import { comparisonOf, shownNumber } from '../compile/comparison.ts';
import { type Part, propertiesOf, storedThreshold, storedValue } from '../compile/context.ts';
import { parseDuration } from '../duration.ts';
import type { HomeFacts, PropertyFacts } from '../facts.ts';
import { createProblems } from '../problems.ts';
import type { LoopAutomation, LoopCondition, LoopStep, LoopTest, LoopTrigger } from './types.ts';

/** The settings of scenes by scene id, in the units of the properties. */
export type SceneWrites = ReadonlyMap<string, readonly { readonly key: string; readonly value: unknown }[]>;

type Known = { readonly facts: HomeFacts; readonly scenes: SceneWrites };

const playOf = (scene: string) => `scene ${scene}`;
const runOf = (automation: string) => `automation ${automation}`;

/** Returns what matters of an automation for loops. Parts that name what is gone are left out. */
export function describeAutomation(
  { id, definition }: { readonly id: string; readonly definition: AutomationDefinition },
  facts: HomeFacts,
  scenes: SceneWrites = new Map(),
): LoopAutomation {
  const known = { facts, scenes };
  return {
    id,
    mode: definition.mode ?? 'single',
    triggers: [
      ...definition.when.flatMap((each) => triggersOf(known, each)),
      // Any automation may be run by another one.
      { every: [{ property: runOf(id), is: 'reports' }] },
    ],
    onlyIf: definition.onlyIf && conditionOf(known, definition.onlyIf),
    steps: stepsOf(known, definition.then),
  };
}

function triggersOf(known: Known, part: Part): LoopTrigger[] {
  const id = typeof part['id'] === 'string' ? part['id'] : undefined;
  if (part['kind'] === 'scene') {
    return [{ id, every: [{ property: playOf(String(part['scene'])), is: 'reports' }] }];
  }
  const tests = testsOf(known, part);
  if (tests === undefined) return [];
  const forMs = parseDuration(part['for']);
  return tests.isEvery
    ? [{ id, every: tests.tests, forMs }]
    : tests.tests.map((each) => ({ id, every: [each], forMs }));
}

/** Returns the tests of a property or of a group, or undefined for another part. */
function testsOf({ facts }: Known, part: Part): { tests: LoopTest[]; isEvery: boolean } | undefined {
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
  const retriggers = part['retrigger'] === true;
  if (part['is'] === 'changes' || part['is'] === 'reports') return { property: key, is: part['is'] };
  const is = comparisonOf(part['is']);
  const value = storedValue(compiling(facts), part, property, '');
  if (is === 'equals' || is === 'differs')
    return { property: key, retriggers, is, value, shown: shownNumber(part, property) };
  if (is === undefined || typeof value !== 'number') return undefined;
  return { property: key, retriggers, ...storedThreshold(is, part, property, value) };
}

function conditionOf(known: Known, condition: AutomationCondition): LoopCondition {
  if (condition.kind === 'all') return { all: condition.all.map((each) => conditionOf(known, each)) };
  if (condition.kind === 'any') return { any: condition.any.map((each) => conditionOf(known, each)) };
  if (condition.kind === 'not') return { not: conditionOf(known, condition.not) };
  const tests = testsOf(known, condition);
  if (tests === undefined) return 'depends';
  const parts = tests.tests.map((test) => ({
    test,
    isLong: condition.kind === 'property' && condition.since !== undefined,
  }));
  return tests.isEvery ? { all: parts } : { any: parts };
}

/** Returns the steps as one list, in which those of an `if` have its condition. */
function stepsOf(
  known: Known,
  steps: readonly AutomationStep[],
  outer?: Pick<LoopStep, 'for' | 'onlyIf'>,
): LoopStep[] {
  return steps.flatMap((step): LoopStep[] => {
    const when = { for: step.for ?? outer?.for, onlyIf: outer?.onlyIf };
    if (step.kind === 'if') {
      const is = conditionOf(known, step.if);
      const also = (part: LoopCondition) => (when.onlyIf === undefined ? part : { all: [when.onlyIf, part] });
      return [
        ...stepsOf(known, step.then, { for: when.for, onlyIf: also(is) }),
        ...stepsOf(known, step.else ?? [], { for: when.for, onlyIf: also({ not: is }) }),
      ];
    }
    return writesOf(known, step).map((each) => ({ ...each, ...when }));
  });
}

function writesOf({ facts, scenes }: Known, step: Exclude<AutomationStep, { kind: 'if' }>): LoopStep[] {
  if (step.kind === 'wait') return [{ waitMs: parseDuration(step.wait) ?? 0 }];
  // It may end immediately.
  if (step.kind === 'wait-until') return [{ waitMs: 0 }];
  if (step.kind === 'scene') {
    const writes = scenes.get(step.scene) ?? [];
    return [
      { set: playOf(step.scene), value: true },
      ...writes.map(({ key, value }) => ({ set: key, value })),
    ];
  }
  if (step.kind === 'automation')
    return step.as === 'run' ? [{ set: runOf(step.automation), value: true }] : [];
  if (step.kind !== 'set') return [];
  const named: Part = 'properties' in step.set ? step.set : { property: step.set };
  const found = propertiesOf(compiling(facts), named, '')?.found ?? [];
  return found.map((property) => ({
    set: addressKey(property),
    value: storedValue(compiling(facts), step, property, ''),
  }));
}

/** Problems are not collected: compiling has reported them. */
const compiling = (facts: HomeFacts) => ({
  facts,
  problems: createProblems(),
  names: new Map(),
  triggerIds: new Set<string>(),
});
