import type { AutomationDefinition } from '@azulejo/contract';

/**
 * A fault of a definition. One with an error is not saved; of a saved one, the part with the error is not run. A warning
 * says what is probably not meant.
 */
export type Problem = {
  /** Path into the definition, e.g. `when[0].value`. */
  readonly path: string;
  readonly code:
    | 'unknown_property'
    /** Another device that replaces one has no such property. */
    | 'no_counterpart'
    | 'empty_group'
    | 'not_readable'
    | 'not_actionable'
    | 'invalid_value'
    | 'invalid_unit'
    | 'invalid_duration'
    | 'invalid_part'
    | 'duplicate_id'
    | 'unknown_trigger'
    | 'unknown_person'
    | 'unknown_place'
    | 'unknown_scene'
    | 'unknown_automation'
    | 'unknown_device'
    | 'no_time_zone'
    | 'no_position'
    | 'too_many'
    | 'too_deep'
    | 'never_true'
    | 'always_true'
    /** A trigger that does not count the reports of its property while that is as it was. */
    | 'ignores_reports'
    /** A step that ends the run before its other steps. */
    | 'ends_itself';
  readonly text: string;
  readonly severity: 'error' | 'warning';
};

/** The errors that a change of the home can bring to a saved definition. Its other parts still run. */
const CODES_OF_HOME: ReadonlySet<Problem['code']> = new Set([
  'unknown_property',
  'unknown_device',
  'unknown_person',
  'unknown_place',
  'unknown_scene',
  'unknown_automation',
  'no_position',
  'not_readable',
  'not_actionable',
  'invalid_value',
  'invalid_unit',
]);

/** Returns whether nothing of a definition can run because of a problem, which no change of the home can bring. */
export const isFatal = ({ code, severity }: Problem): boolean =>
  severity === 'error' && !CODES_OF_HOME.has(code);

/**
 * Returns whether a problem alone keeps an automation's condition from ever being true. Its part is unknown, and so is
 * everything around it but an `any`, or any of several people, which may be true without it. Inside of a `not` it is the
 * other way round: an `all` may be false without it.
 */
export function isBlocking(
  { path, severity }: Problem,
  { onlyIf }: Pick<AutomationDefinition, 'onlyIf'>,
): boolean {
  if (severity !== 'error' || !path.startsWith('onlyIf')) return false;
  let isNegated = false;
  let part: unknown = onlyIf;
  for (const key of path.match(/\w+/g)?.slice(1) ?? []) {
    if (key === 'not') isNegated = !isNegated;
    const isAll = key === 'all' || (key === 'who' && member(part, 'of') !== 'any');
    const isAny = key === 'any' || (key === 'who' && !isAll);
    if (isNegated ? isAll : isAny) return false;
    part = member(part, key);
  }
  return true;
}

const member = (part: unknown, name: string): unknown =>
  (part as Record<string, unknown> | undefined)?.[name];

/** Collects problems. `add` returns undefined, so that a faulty part can be left out in one expression. */
export type Problems = {
  readonly add: (
    path: string,
    code: Problem['code'],
    text: string,
    severity?: Problem['severity'],
  ) => undefined;
  readonly list: readonly Problem[];
};

const MAX_PROBLEMS = 100;

export function createProblems(): Problems {
  const list: Problem[] = [];
  return {
    list,
    add(path, code, text, severity = 'error') {
      if (list.length < MAX_PROBLEMS) list.push({ path, code, text, severity });
      return undefined;
    },
  };
}
