import type { ChannelTemplate } from '@azulejo/contract';
import { useCallback, useState } from 'react';
import { isWorkable } from './workable.ts';

type State = {
  /** The last value from which form and preview can be rendered. */
  readonly template: ChannelTemplate;
  /** The text typed as JSON, until the form changes something. */
  readonly text: string | undefined;
  /** The parsed text; undefined if it is not JSON. */
  readonly value: unknown;
};

/** Manages one draft with two editors: the form, and its JSON. */
export function useEditorState(initial: ChannelTemplate) {
  const [state, setState] = useState<State>({ template: initial, text: undefined, value: initial });
  const change = useCallback(
    (next: (template: ChannelTemplate) => ChannelTemplate) =>
      setState((earlier) => {
        const template = next(earlier.template);
        return { template, text: undefined, value: template };
      }),
    [],
  );
  const write = useCallback(
    (text: string) =>
      setState((earlier) => {
        const value = parse(text);
        return { text, value, template: isWorkable(value) ? value : earlier.template };
      }),
    [],
  );
  return {
    ...state,
    text: state.text ?? JSON.stringify(state.template, null, 2),
    /** Whether the JSON cannot be shown in the form. */
    isBroken: state.value !== state.template,
    change,
    write,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
