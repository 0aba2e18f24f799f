import type { AgentDefinition } from '@azulejo/contract';
import { invalidField } from '../../platform/problem.ts';

/** Throws `invalid_request` when nothing but spaces is left. */
export function checkedLabel(label: string): string {
  const text = label.trim();
  if (text === '') throw invalidField('label', 'must not be empty');
  return text;
}

/** Returns the definition that a caller sent, without the members that are unknown. */
export function definitionOf(input: AgentDefinition): AgentDefinition {
  const { label, enabled, mode, when, onlyIf, then, atMostEvery, late } = input;
  return {
    label: checkedLabel(label),
    ...(enabled !== undefined && { enabled }),
    ...(mode !== undefined && { mode }),
    when,
    ...(onlyIf !== undefined && { onlyIf }),
    then,
    ...(atMostEvery !== undefined && { atMostEvery }),
    ...(late !== undefined && { late }),
  };
}
