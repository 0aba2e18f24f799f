import { moved } from '../../design/member-path.ts';

/** Returns the items with one in the place of another, which makes room; the same list when one of them is missing. */
export function movedOver<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  overId: string,
): readonly Item[] {
  const [from, to] = [id, overId].map((wanted) => items.findIndex((each) => each.id === wanted));
  return from === undefined || to === undefined || from < 0 || to < 0 ? items : moved(items, from, to);
}
