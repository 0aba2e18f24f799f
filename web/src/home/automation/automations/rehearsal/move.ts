import type { Mark, Row } from './marks.ts';

/** Returns the mark to which a key moves from another one; undefined if it moves to none. */
export function markAfterKey(rows: readonly Row[], id: string, key: string): Mark | undefined {
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
