import { isDeepStrictEqual } from 'node:util';
import { isFatal, withPartIds } from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';
import { ApiError } from '../../../platform/api-error.ts';
import type { CompiledHome } from '../homes.ts';
import { type DefinitionContext, judgeDefinition } from './definition-problems.ts';

type Given = {
  /** Id of the automation that the definition replaces. */
  readonly id?: string;
  readonly definition: AutomationDefinition;
  /** Whether a saved definition may name what is gone: it runs without that. */
  readonly allowsGone?: boolean;
};

/** The maximum number of reported errors. The first ones help a client that sends more. */
const MAX_FIELDS = 20;

export type RequireRunnable = ReturnType<typeof createRequireRunnable>;

/**
 * Returns the definition with ids of its parts, and without whether it is switched on. Throws `invalid_automation` with
 * a path into the definition for each error; with `allowsGone`, not for what the saved definition names and is gone.
 */
export function createRequireRunnable({ refuseUrl }: Pick<DefinitionContext, 'refuseUrl'>) {
  return (home: CompiledHome, { id, definition: given, allowsGone = false }: Given): AutomationDefinition => {
    const { enabled: _enabled, ...rest } = given;
    const definition = withPartIds(rest);
    const others = home.automations.filter((each) => each.id !== id).map((each) => each.definition);
    const { problems } = judgeDefinition(definition, { id: id ?? '', facts: home.facts, others, refuseUrl });
    const saved = allowsGone ? home.automations.find((each) => each.id === id) : undefined;
    const isSaved = saved?.compiled && isDeepStrictEqual(saved.definition, definition);
    throwErrors(problems.filter(isSaved ? isFatal : ({ severity }) => severity === 'error'));
    return definition;
  };
}

/** Throws `invalid_automation` with the path of each error, if there are any. */
export function throwErrors(errors: readonly { path: string; text: string }[]): void {
  const [first] = errors;
  if (!first) return;
  throw new ApiError('invalid_automation', {
    detail: first.text,
    fields: errors.slice(0, MAX_FIELDS).map(({ path, text }) => ({ field: path, reason: text })),
  });
}
