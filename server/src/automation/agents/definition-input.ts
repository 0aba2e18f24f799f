import { AgentDefinition, resources } from '@azulejo/contract';
import { invalidField } from '../../platform/problem.ts';

const { create, replace } = resources.agents;

/** The members of a definition, and the parameters of the requests whose body is one. */
const MEMBERS: ReadonlySet<string> = new Set(
  [AgentDefinition, create.params, create.query, replace.params, replace.query].flatMap((schema) =>
    Object.keys(schema?.properties ?? {}),
  ),
);

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
