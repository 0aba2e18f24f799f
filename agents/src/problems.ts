/** A fault of a definition. An agent with an error is not run; a warning says what is probably not meant. */
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
    | 'unknown_agent'
    | 'unknown_device'
    | 'no_time_zone'
    | 'no_position'
    | 'too_many'
    | 'too_deep'
    | 'never_true'
    | 'always_true';
  readonly text: string;
  readonly severity: 'error' | 'warning';
};

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
