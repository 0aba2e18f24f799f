import { type KeyboardEvent, useRef, useState } from 'react';
import type { Mark, Row } from './marks.ts';

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

/** Returns the mark to which a key moves from another one; undefined if it moves to none. */
function markAfterKey(rows: readonly Row[], id: string, key: string): Mark | undefined {
  const all = rows.flatMap(({ marks }) => marks);
  const index = all.findIndex((each) => each.id === id);
  const rowIndex = rows.findIndex(({ marks }) => marks.some((each) => each.id === id));
  const own = all[index];
  if (!own) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return all[index - 1];
    case 'ArrowRight':
      return all[index + 1];
    case 'ArrowUp':
      return nearest(rows.slice(0, rowIndex).toReversed(), own);
    case 'ArrowDown':
      return nearest(rows.slice(rowIndex + 1), own);
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default:
      return undefined;
  }
}

/** Returns the mark of the first day with any that is nearest to the same time. */
function nearest(rows: readonly Row[], { minute }: Mark): Mark | undefined {
  const { marks = [] } = rows.find((row) => row.marks.length > 0) ?? {};
  return marks.toSorted((one, other) => Math.abs(one.minute - minute) - Math.abs(other.minute - minute))[0];
}
