import type { CompletedTemplate } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import { findSizeError } from './check-size.ts';
import { completeTemplate } from './complete-template.ts';
import { loadServed } from './served.ts';

/**
 * Completes a template, and names the members that were filled in. Throws `invalid_request` for one that is
 * too large to be stored.
 */
export async function completeNamed(given: unknown): Promise<CompletedTemplate> {
  const error = findSizeError(given);
  if (error) throw new ApiError('invalid_request', { fields: [error] });
  const template = completeTemplate(given, await loadServed());
  return { template, completed: [...addedMembers(given, template)] };
}

/** Yields the paths of the members that only the complete value has, those of whole parts before their own. */
function* addedMembers(given: unknown, complete: unknown, path = ''): Generator<string> {
  if (!isHolder(given) || !isHolder(complete)) return;
  for (const [name, member] of Object.entries(complete)) {
    const inner = path === '' ? name : `${path}.${name}`;
    if (given[name] === undefined) yield inner;
    else yield* addedMembers(given[name], member, inner);
  }
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
