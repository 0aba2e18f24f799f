import { AutomationDefinition, MAX_DEFINITION_BYTES, resources } from '@azulejo/contract';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { hasMoreParts } from '../../platform/has-more-parts.ts';

const { create, replace } = resources.automations;

/** The members of a definition, and the parameters of the requests whose body is one. */
const MEMBERS: ReadonlySet<string> = new Set(
  [AutomationDefinition, create.params, create.query, replace.params, replace.query].flatMap((schema) =>
    Object.keys(schema?.properties ?? {}),
  ),
);

/** JSON of the maximum size has no more parts. */
const MAX_PARTS = MAX_DEFINITION_BYTES / 2;
/** More levels than any definition that compiles. Its parts are read recursively. */
const MAX_DEPTH = 200;

/** Throws `invalid_request` when nothing but spaces is left. */
export function checkedLabel(label: string): string {
  const text = label.trim();
  if (text === '') throw invalidField('label', 'must not be empty');
  return text;
}

/**
 * Returns the definition that a caller sent. Throws `invalid_request` for an unknown member: without a misspelled
 * `onlyIf`, an automation would run always. Throws `invalid_automation` for a large one, before anything reads its parts.
 */
export function definitionOf(input: AutomationDefinition): AutomationDefinition {
  const unknown = Object.keys(input).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) throw invalidField(unknown, 'there is no such member');
  const { label, enabled, mode, when, onlyIf, then, atMostEvery, late } = input;
  requireSize(input);
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

function requireSize({ when, onlyIf, then }: AutomationDefinition): void {
  const parts = { when, onlyIf, then };
  if (
    !hasMoreParts(parts, MAX_PARTS, MAX_DEPTH) &&
    Buffer.byteLength(JSON.stringify(parts)) <= MAX_DEFINITION_BYTES
  )
    return;
  const reason = `An automation can have ${MAX_DEFINITION_BYTES / 1024} KB and ${MAX_DEPTH} levels at most.`;
  throw new ApiError('invalid_automation', { detail: reason, fields: [{ field: '', reason }] });
}
