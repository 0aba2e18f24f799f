import type { ChannelTemplate } from '@azulejo/contract';
import { useCallback, useReducer } from 'react';
import { type EditAction, type Edits, reduceEdits, sameJson, startEdits } from '../../../../design/edits.ts';
import { isWorkable } from './workable.ts';

type State = {
  /** The last value from which form and preview can be rendered. */
  readonly template: ChannelTemplate;
  /** The text typed as JSON, until the form changes something. */
  readonly text: string | undefined;
  /** The parsed text; undefined if it is not JSON. */
  readonly value: unknown;
};

type Act = (edits: Edits<State>) => EditAction<State>;

const stateOf = (template: ChannelTemplate): State => ({ template, text: undefined, value: template });

const reduceState = (edits: Edits<State>, act: Act): Edits<State> => reduceEdits(edits, act(edits));

export type EditorState = ReturnType<typeof useEditorState>;

/** Manages one draft with two editors: the form, and its JSON. `saved` is the stored template, if there is one. */
export function useEditorState(initial: ChannelTemplate, saved: ChannelTemplate = initial) {
  const [edits, dispatch] = useReducer(reduceState, undefined, () =>
    startEdits(stateOf(saved), stateOf(initial)),
  );
  const change = useCallback(
    (next: (template: ChannelTemplate) => ChannelTemplate, series?: string) =>
      dispatch(({ value }) => ({ type: 'change', value: stateOf(next(value.template)), series })),
    [],
  );
  const write = useCallback(
    (text: string) =>
      dispatch(({ value: { template } }) => {
        const value = parse(text);
        const state = { text, value, template: isWorkable(value) ? value : template };
        return { type: 'change', value: state, series: 'json' };
      }),
    [],
  );
  const state = edits.value;
  return {
    ...state,
    edits,
    text: state.text ?? JSON.stringify(state.template, null, 2),
    /** Whether the JSON cannot be shown in the form. */
    isBroken: state.value !== state.template,
    isChanged: !sameJson(state.value, edits.saved.value),
    /** Changes the template. Changes of one series that follow each other are undone together. */
    change,
    write,
    markSaved: (template: ChannelTemplate) => dispatch(() => ({ type: 'saved', value: stateOf(template) })),
    undo: () => dispatch(() => ({ type: 'undo' })),
    redo: () => dispatch(() => ({ type: 'redo' })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
