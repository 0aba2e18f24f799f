import type { CompiledAutomation } from '@azulejo/automations';
import type { AutomationCheck, AutomationDefinition } from '@azulejo/contract';
import { mapInTurns } from '../../../platform/short-turns.ts';
import type { JudgedAutomation } from '../homes.ts';
import { stepsOf } from './parts.ts';

const MAX_OTHERS = 50;

/** Returns what each step of an automation sets, by the step's id. */
const setBy = ({ steps }: CompiledAutomation): { step: string; key: string }[] =>
  steps.flatMap(({ id, operation }) =>
    operation.op === 'set' ? operation.targets.map(({ key }) => ({ step: id, key })) : [],
  );

/** Returns the other automations that are switched on and set what a definition sets, each once for a step. */
export async function alsoSetBy(
  automation: CompiledAutomation,
  definition: AutomationDefinition,
  others: readonly JudgedAutomation[],
): Promise<AutomationCheck['also_set_by']> {
  const pathOf = new Map(stepsOf(definition).map(({ step, path }) => [step['id'], path]));
  const keysOf = Map.groupBy(setBy(automation), ({ step }) => step);
  const found = await mapInTurns(others, ({ id, isEnabled, compiled, definition: { label } }) =>
    isEnabled && compiled ? [{ id, label, keys: new Set(setBy(compiled).map(({ key }) => key)) }] : [],
  );
  const setters = found.flat();
  return [...keysOf]
    .flatMap(([step, set]) =>
      setters
        .filter(({ keys }) => set.some(({ key }) => keys.has(key)))
        .map(({ id, label }) => ({ path: pathOf.get(step) ?? 'then', automation: id, label })),
    )
    .slice(0, MAX_OTHERS);
}
