import { type Clauses, isCommandStep } from '@azulejo/automations/words';
import type { AutomationDefinition } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { useMemo, useReducer, useRef, useState } from 'react';
import type { EditAction } from '../../../../design/edits.ts';
import type { Editor, Opened, Unread } from './shared/editor-context.ts';
import { type Edit, reduceEdit } from './state/edit.ts';
import { isMissing, missingWords, wordsOf } from './state/missing.ts';
import {
  addPart,
  COMMAND_OPTIONS,
  duplicatePart,
  movePart,
  negatePart,
  removePart,
  replacePart,
} from './state/parts.ts';
import { partPathOf, valueAt, withValueAt } from './state/path.ts';
import { changedText, clausesOf, partTextAt } from './words/change-text.ts';
import type { Wording } from './words/use-wording.ts';

export type Editing = Omit<Editor, 'check' | 'problems'> & {
  /** Starts over with another definition. */
  readonly restart: (definition: AutomationDefinition) => void;
  /** Marks a definition as the stored one; editing continues. */
  readonly markSaved: (definition: AutomationDefinition) => void;
  /** The path of the word that is to get the focus, and a number that changes with each request. */
  readonly focus: { readonly path: string; readonly number: number } | undefined;
  readonly focusOn: (path: string) => void;
};

/** Edits a definition: what is opened, what was changed, and where the focus goes. */
export function useEditing(initial: () => Edit, wording: Wording, automationId: string | undefined): Editing {
  const [edit, dispatch] = useReducer(reduceEdit, undefined, initial);
  const [opened, setOpened] = useState<Opened>();
  const [focus, setFocus] = useState<Editing['focus']>();
  const [unread, setUnread] = useState<Unread>();
  const series = useRef(0);
  const { value: definition } = edit;
  const clauses = useMemo(() => clausesOf(definition, wording), [definition, wording]);
  const focusOn = (path: string) => setFocus((last) => ({ path, number: (last?.number ?? 0) + 1 }));
  const apply = (next: AutomationDefinition, text: string) =>
    dispatch({ type: 'change', value: next, text, series: series.current });
  const once = (next: AutomationDefinition, text: string) => {
    // The path may be that of another part by now.
    setUnread(undefined);
    series.current += 1;
    apply(next, text);
    series.current += 1;
  };
  const goTo = (action: EditAction<AutomationDefinition>) => {
    setUnread(undefined);
    dispatch(action);
  };
  const close = (path?: string) => {
    setOpened(undefined);
    series.current += 1;
    if (path !== undefined) focusOn(path);
  };
  const parts = partActions({ definition, wording, change: once, focusOn, close });
  return {
    automationId,
    edit,
    definition,
    clauses,
    wording,
    opened,
    unread,
    setUnread,
    restart: (next) => goTo({ type: 'restart', value: next }),
    markSaved: (stored) => dispatch({ type: 'saved', value: stored }),
    focus,
    focusOn,
    open: (what) => {
      series.current += 1;
      setOpened(what);
    },
    close,
    change: apply,
    set: (path, value, describedBy = path) => {
      const next = withValueAt(definition, path, value);
      apply(next, changedText(definition, next, describedBy, wording));
      // A panel stays open as long as the word from which it opened is in the sentence.
      if (opened && 'path' in opened && opened.path === path && isGone(opened, clausesOf(next, wording)))
        close(partPathOf(path));
    },
    undo: () => goTo({ type: 'undo' }),
    redo: () => goTo({ type: 'redo' }),
    ...parts,
  };
}

type PartTools = {
  definition: AutomationDefinition;
  wording: Wording;
  change: (definition: AutomationDefinition, text: string) => void;
  focusOn: (path: string) => void;
  close: (path?: string) => void;
};

/** Returns what is done with whole parts of the sentence. */
function partActions(
  tools: PartTools,
): Pick<Editor, 'remove' | 'move' | 'duplicate' | 'negate' | 'choose' | 'place'> {
  const { definition, wording, change, focusOn, close } = tools;
  const textAt = (path: string, of = definition) => partTextAt(of, path, wording);
  const replaced = (path: string, part: object) => {
    const isCommand = isCommandStep(valueAt(definition, path), wording.names);
    return replacePart(definition, path, part, isCommand ? COMMAND_OPTIONS : undefined);
  };
  return {
    remove(path) {
      const part = textAt(path);
      change(removePart(definition, path), t`Removed: ${part}`);
      close(path);
    },
    move(path, by, isDragged = false) {
      const moved = movePart(definition, path, by);
      if (!moved) return;
      const part = textAt(path);
      change(moved.definition, by < 0 ? t`Moved before: ${part}` : t`Moved after: ${part}`);
      // The focus stays at the handle of a dragged part.
      if (!isDragged) focusOn(moved.path);
    },
    duplicate(path) {
      const copied = duplicatePart(definition, path);
      const part = textAt(path);
      change(copied.definition, t`Duplicated: ${part}`);
      close(copied.path);
    },
    negate(path) {
      const denied = negatePart(definition, path);
      change(denied.definition, textAt(denied.path, denied.definition));
      close(denied.path);
    },
    place(placed, text = textAt(placed.path, placed.definition)) {
      change(placed.definition, text);
      close(placed.path);
    },
    choose(at, part) {
      const placed =
        'add' in at
          ? addPart(definition, at.add, part)
          : { definition: replaced(at.path, part), path: at.path };
      const text = textAt(placed.path, placed.definition);
      change(placed.definition, text);
      close(nextFocus(placed, wording));
    },
  };
}

/** Returns the word that still needs a choice: of this part, else the next one of the sentence, else the part itself. */
function nextFocus(
  { definition, path }: { definition: AutomationDefinition; path: string },
  wording: Wording,
): string {
  const clauses = clausesOf(definition, wording);
  const own = wordsOf(clauses).find((word) => partPathOf(word.path) === path && isMissing(definition, word));
  return own?.path ?? missingWords(definition, clauses)[0]?.path ?? path;
}

const OPTIONAL: ReadonlySet<string> = new Set(['option', 'duration', 'days', 'room', 'value']);

/** Returns whether a word that a part can do without is no longer in the sentence. */
const isGone = ({ path, role }: Extract<Opened, { path: string }>, clauses: Clauses): boolean =>
  OPTIONAL.has(role) &&
  path !== 'atMostEvery' &&
  !wordsOf(clauses).some((word) => word.path === path && word.role === role);
