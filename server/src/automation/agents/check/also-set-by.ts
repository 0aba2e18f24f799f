import { type CompiledAgent, compile } from '@azulejo/agents';
import type { AgentCheck, AgentDefinition } from '@azulejo/contract';
import type { CompiledHome, JudgedAgent } from '../homes.ts';
import { NEW_AGENT } from './find-own-loop.ts';
import { stepsOf } from './parts.ts';

const MAX_OTHERS = 50;

/** Returns what each step of an agent sets, by the step's id. */
const setBy = ({ steps }: CompiledAgent): { step: string; key: string }[] =>
  steps.flatMap(({ id, operation }) =>
    operation.op === 'set' ? operation.targets.map(({ key }) => ({ step: id, key })) : [],
  );

/** Returns the other agents that are switched on and set what a definition sets, each once for a step. */
export function alsoSetBy(
  definition: AgentDefinition,
  others: readonly JudgedAgent[],
  { facts }: CompiledHome,
): AgentCheck['also_set_by'] {
  const { agent } = compile({ id: NEW_AGENT, version: 1, isEnabled: true, definition }, facts);
  if (!agent) return [];
  const pathOf = new Map(stepsOf(definition).map(({ step, path }) => [step['id'], path]));
  const keysOf = Map.groupBy(setBy(agent), ({ step }) => step);
  const setters = others.flatMap(({ id, isEnabled, compiled, definition: { label } }) =>
    isEnabled && compiled ? [{ id, label, keys: new Set(setBy(compiled).map(({ key }) => key)) }] : [],
  );
  return [...keysOf]
    .flatMap(([step, set]) =>
      setters
        .filter(({ keys }) => set.some(({ key }) => keys.has(key)))
        .map(({ id, label }) => ({ path: pathOf.get(step) ?? 'then', agent: id, label })),
    )
    .slice(0, MAX_OTHERS);
}
