import type { ChannelTemplate } from '@azulejo/contract';
import { useCallback, useState } from 'react';
import { isWorkable } from './workable.ts';

type State = {
  /** The last that forms and preview could be drawn from. */
  readonly template: ChannelTemplate;
  /** What was typed as JSON, until the form changes something. */
  readonly text: string | undefined;
  /** What the text says; undefined where it is no JSON. */
  readonly value: unknown;
};

/** One draft with two sides: the form, and its JSON. */
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
    /** Whether the JSON is ahead of the form, which cannot follow it. */
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
