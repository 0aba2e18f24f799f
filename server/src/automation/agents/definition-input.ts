import { AgentDefinition } from '@azulejo/contract';
import { invalidField } from '../../platform/problem.ts';

/** The members of a definition, and those of the requests that contain one. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...Object.keys(AgentDefinition.properties),
  ...['user_id', 'agent_id', 'language', 'allow', 'origin'],
]);

/** Throws `invalid_request` when nothing but spaces is left. */
export function checkedLabel(label: string): string {
  const text = label.trim();
  if (text === '') throw invalidField('label', 'must not be empty');
  return text;
}

/**
 * Returns the definition that a caller sent. Throws `invalid_request` for an unknown member: without a misspelled
 * `onlyIf`, an automation would run always.
 */
export function definitionOf(input: AgentDefinition): AgentDefinition {
  const unknown = Object.keys(input).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) throw invalidField(unknown, 'there is no such member');
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
