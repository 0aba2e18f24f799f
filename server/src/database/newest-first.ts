/** A position in a list that is sorted by time of creation, newest first, and then by id. */
export type Position = { readonly created: number; readonly id: string };

/** Returns a pattern for LIKE with the escape character `\`; undefined when nothing is searched. */
export function containsPattern(search: string | undefined): string | undefined {
  const words = (search ?? '').trim().toLowerCase();
  return words === '' ? undefined : `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Returns the position after which a page begins; an invalid cursor begins at no row. */
export function parseCursor(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined;
  const [created, id = ''] = text.split('.', 2);
  return { created: Number.isSafeInteger(Number(created)) ? Number(created) : 0, id };
}

/** Returns the rows of a page, of which one more than `limit` was read, and the cursor of the next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { rows: readonly Row[]; next: string | undefined } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  if (last === undefined) return { rows: shown, next: undefined };
  const { created, id } = positionOf(last);
  return { rows: shown, next: `${created}.${id}` };
}
