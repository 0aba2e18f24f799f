import { type KeyboardEvent, useRef, useState } from 'react';
import type { Mark, Row } from './marks.ts';
import { markAfterKey } from './move.ts';

/** Keeps which mark the keyboard reaches and which one is open. */
export function useMarks(rows: readonly Row[]) {
  const [currentId, setCurrentId] = useState<string>();
  const [openedId, setOpenedId] = useState<string>();
  const strip = useRef<HTMLFieldSetElement>(null);
  const all = rows.flatMap(({ marks }) => marks);
  const current = all.find(({ id }) => id === currentId) ?? all[0];
  const index = all.findIndex(({ id }) => id === openedId);
  const opened = all[index];
  const focus = ({ id }: Mark) => {
    setCurrentId(id);
    strip.current?.querySelector<HTMLElement>(`[data-mark="${id}"]`)?.focus();
  };
  return {
    strip,
    current,
    opened,
    before: opened && all[index - 1],
    after: opened && all[index + 1],
    move: (event: KeyboardEvent) => {
      const next = current && markAfterKey(rows, current.id, event.key);
      if (!next) return;
      event.preventDefault();
      focus(next);
    },
    open: ({ id }: Mark) => {
      setCurrentId(id);
      setOpenedId(id);
    },
    /** Closes the mark, and gives the focus back to it. */
    close: () => {
      setOpenedId(undefined);
      if (opened) focus(opened);
    },
  };
}
