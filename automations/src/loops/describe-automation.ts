import type {
  AutomationCondition,
  AutomationDefinition,
  AutomationStep,
  AutomationTrigger,
} from '@azulejo/contract';
import { isPart } from '../compile/context.ts';
import { conditionKindOf } from '../conditions/index.ts';
import type { HomeFacts } from '../facts.ts';
import { stepKindOf } from '../steps/index.ts';
import { triggerKindOf } from '../triggers/index.ts';
import {
  type LoopAutomation,
  type LoopCondition,
  type LoopStep,
  type LoopTrigger,
  runOf,
  type SceneWrites,
} from './types.ts';

type Known = { readonly facts: HomeFacts; readonly scenes: SceneWrites };

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

function triggersOf({ facts }: Known, part: AutomationTrigger): LoopTrigger[] {
  return (triggerKindOf(part)?.loop?.(part, facts) ?? []).map((each) => ({ id: part.id, ...each }));
}

function conditionOf({ facts }: Known, condition: AutomationCondition): LoopCondition {
  const of = (part: unknown): LoopCondition =>
    (isPart(part) ? conditionKindOf(part)?.loop?.(part, facts, of) : undefined) ?? 'depends';
  return of(condition);
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
    const done = stepKindOf(step)?.loop?.(step, known.facts, known.scenes) ?? [];
    return done.map((each) => ({ ...each, ...when }));
  });
}
