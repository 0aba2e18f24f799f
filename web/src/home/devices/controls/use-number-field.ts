import { type FocusEvent, useId, useRef, useState } from 'react';
import type { ControlProps } from './control-props.ts';
import { readEntry } from './number-view.ts';

type Options = Pick<ControlProps, 'numbers' | 'config' | 'onFault'> & {
  known: number | undefined;
  /**
   * A separate button sends the number, alone or with others: the field keeps the typed text for that button.
   */
  isDraft: boolean;
  take: (value: number) => void;
};

/** Manages the text of a number field while it is edited, and its error. */
export function useNumberField(options: Options) {
  const { numbers, known, isDraft } = options;
  const { typed, reset, enter, type, ...faults } = useEntry(options);
  const input = useRef<HTMLInputElement>(null);
  const set = useRef<HTMLButtonElement>(null);
  /**
   * Discards what was not sent when the focus leaves the field, unless it moves to the button that sends it.
   */
  const leave = ({ relatedTarget }: FocusEvent) => {
    const isInside =
      relatedTarget !== null && [input.current, set.current].some((each) => each === relatedTarget);
    if (isDraft) enter();
    else if (!isInside) reset();
  };
  /**
   * Sends the number. The button disappears then, so keyboard users need another focus, and an on-screen
   * keypad closes.
   */
  const press = () => {
    const isByKey = document.activeElement === set.current;
    const isSent = enter();
    if (isByKey || !isSent) input.current?.focus();
    else input.current?.blur();
  };
  return {
    ...faults,
    text: typed ?? (known === undefined ? '' : numbers.typed(known)),
    faultId: useId(),
    isUnsent: !isDraft && typed !== undefined,
    input,
    set,
    reset,
    enter,
    leave,
    type,
    press,
  };
}

/** Returns what was typed, why it is no valid number, and how to send it. */
function useEntry({ numbers, config, isDraft, take, onFault }: Options) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isFaulty, setIsFaulty] = useState(false);
  const mark = (isNow: boolean, text?: string) => {
    setFault(text);
    setIsFaulty(isNow);
    onFault?.(isNow);
  };
  const reset = () => {
    setTyped(undefined);
    mark(false);
  };
  /** Sends what was typed. Returns whether nothing is left to send. */
  const enter = (): boolean => {
    if (typed === undefined) return true;
    const entry = readEntry(typed, numbers, config);
    if ('fault' in entry) {
      mark(true, entry.fault);
      return false;
    }
    reset();
    take(entry.value);
    return true;
  };
  const type = (text: string) => {
    setTyped(text);
    const entry = isDraft ? readEntry(text, numbers, config) : undefined;
    // Errors are shown when the person is done, not while a number is half typed.
    mark(entry !== undefined && 'fault' in entry);
    if (entry && 'value' in entry) take(entry.value);
  };
  return { typed, fault, isFaulty, reset, enter, type };
}

export type NumberField = ReturnType<typeof useNumberField>;
