import { withPartIds } from '@azulejo/automations/definition';
import type { AutomationDefinition } from '@azulejo/contract';

/** This many changes can be undone. */
export const MAX_UNDO = 50;

type Step = {
  readonly definition: AutomationDefinition;
  /** Describes the change. */
  readonly text: string;
  /** Changes of the same number, such as those of one open panel, are undone together. */
  readonly series?: number;
};

/** An automation that is being edited. */
export type Edit = {
  readonly definition: AutomationDefinition;
  /** The stored definition. A new automation has none yet. */
  readonly saved: AutomationDefinition;
  /** The definitions before each change, the last one at the end. */
  readonly past: readonly Step[];
  /** The definitions after each change that was undone, the next one at the end. */
  readonly future: readonly Step[];
};

export type EditAction =
  | ({ readonly type: 'change' } & Step)
  | { readonly type: 'undo' | 'redo' }
  /** A definition was stored. What was changed since then is a change of it. */
  | { readonly type: 'saved'; readonly definition: AutomationDefinition }
  /** Replaces the definition with another one. */
  | { readonly type: 'restart'; readonly definition: AutomationDefinition };

/** Begins to edit a definition; `draft` is how it was changed before. */
export const startEdit = (saved: AutomationDefinition, draft: AutomationDefinition = saved): Edit => ({
  definition: withPartIds(draft),
  saved: withPartIds(saved),
  past: [],
  future: [],
});

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isDirty = ({ definition, saved }: Edit): boolean => !sameJson(definition, saved);

/** Returns what was last done, in words; undefined if nothing can be undone. */
export const lastChange = ({ past }: Edit): string | undefined => past.at(-1)?.text;

export function reduceEdit(edit: Edit, action: EditAction): Edit {
  switch (action.type) {
    case 'change':
      return change(edit, action);
    case 'undo':
      return undo(edit);
    case 'redo':
      return redo(edit);
    case 'saved':
      return { ...edit, saved: withPartIds(action.definition) };
    case 'restart':
      return startEdit(action.definition);
  }
}

function change(edit: Edit, { definition: given, text, series }: Step): Edit {
  const definition = withPartIds(given);
  if (sameJson(definition, edit.definition)) return edit;
  const last = edit.past.at(-1);
  const isContinued = series !== undefined && last?.series === series;
  const before = isContinued ? edit.past.slice(0, -1) : edit.past;
  const step = { definition: isContinued ? last.definition : edit.definition, text, series };
  return { ...edit, definition, past: [...before, step].slice(-MAX_UNDO), future: [] };
}

function undo(edit: Edit): Edit {
  const last = edit.past.at(-1);
  if (last === undefined) return edit;
  return {
    ...edit,
    definition: last.definition,
    past: edit.past.slice(0, -1),
    future: [...edit.future, { definition: edit.definition, text: last.text }],
  };
}

function redo(edit: Edit): Edit {
  const next = edit.future.at(-1);
  if (next === undefined) return edit;
  return {
    ...edit,
    definition: next.definition,
    past: [...edit.past, { definition: edit.definition, text: next.text }],
    future: edit.future.slice(0, -1),
  };
}
