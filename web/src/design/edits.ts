/** This many changes can be undone. */
export const MAX_UNDO = 50;

type Step<Value> = {
  readonly value: Value;
  /** Describes the change where the page shows it. */
  readonly text?: string | undefined;
  /** Changes with the same name that follow each other, such as those of one field, are undone together. */
  readonly series?: string | number | undefined;
};

/** A document that is being edited, with what can be undone. */
export type Edits<Value> = {
  readonly value: Value;
  /** The stored document; for a new one, what it began with. */
  readonly saved: Value;
  /** The values before each change, the last one at the end. */
  readonly past: readonly Step<Value>[];
  /** The values after each change that was undone, the next one at the end. */
  readonly future: readonly Step<Value>[];
};

export type EditAction<Value> =
  | ({ readonly type: 'change' } & Step<Value>)
  | { readonly type: 'undo' | 'redo' }
  /** A value was stored. What was changed since then is a change of it. */
  | { readonly type: 'saved'; readonly value: Value }
  /** Replaces the value with another one, which is the stored one. */
  | { readonly type: 'restart'; readonly value: Value };

/** Begins to edit a stored value; `draft` is how it was changed before. */
export const startEdits = <Value>(saved: Value, draft: Value = saved): Edits<Value> => ({
  value: draft,
  saved,
  past: [],
  future: [],
});

export const sameJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const isDirty = <Value>({ value, saved }: Edits<Value>): boolean => !sameJson(value, saved);

/** Returns what was last done, in words; undefined if nothing can be undone. */
export const lastChange = <Value>({ past }: Edits<Value>): string | undefined => past.at(-1)?.text;

export function reduceEdits<Value>(edits: Edits<Value>, action: EditAction<Value>): Edits<Value> {
  switch (action.type) {
    case 'change':
      return change(edits, action);
    case 'undo':
      return undo(edits);
    case 'redo':
      return redo(edits);
    case 'saved':
      return { ...edits, saved: action.value };
    case 'restart':
      return startEdits(action.value);
  }
}

function change<Value>(edits: Edits<Value>, { value, text, series }: Step<Value>): Edits<Value> {
  if (sameJson(value, edits.value)) return edits;
  const last = edits.past.at(-1);
  const isContinued = series !== undefined && last?.series === series;
  const before = isContinued ? edits.past.slice(0, -1) : edits.past;
  const step = { value: isContinued ? last.value : edits.value, text, series };
  return { ...edits, value, past: [...before, step].slice(-MAX_UNDO), future: [] };
}

function undo<Value>(edits: Edits<Value>): Edits<Value> {
  const last = edits.past.at(-1);
  if (last === undefined) return edits;
  return {
    ...edits,
    value: last.value,
    past: edits.past.slice(0, -1),
    future: [...edits.future, { value: edits.value, text: last.text }],
  };
}

function redo<Value>(edits: Edits<Value>): Edits<Value> {
  const next = edits.future.at(-1);
  if (next === undefined) return edits;
  return {
    ...edits,
    value: next.value,
    past: [...edits.past, { value: edits.value, text: next.text }],
    future: edits.future.slice(0, -1),
  };
}
