import type { Tile, TileGroup } from '@azulejo/contract';
import { findByWords } from '../../kit/ui/search-words.ts';

/** A kind of device as the search uses it: vendor, kind and name. */
export type Kind = { readonly vendor: string; readonly kind: string; readonly name: string };

type Known = {
  readonly groups: readonly TileGroup[];
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Returns the words that the tile shows now, such as `Open`. */
  readonly statesOf: (tile: Tile) => readonly string[];
};

/** Returns the tiles with every word of `text` in their name, area, kind, vendor or state, see `findByWords`. */
export function search(
  tiles: readonly Tile[],
  { groups, kinds, statesOf }: Known,
  text: string,
): readonly Tile[] {
  const labels = new Map(groups.map((group) => [group.id, group]));
  const placesOf = (tile: Tile) =>
    tile.groups.flatMap((id) => {
      const group = labels.get(id);
      return group ? [group.label, labels.get(group.parent ?? '')?.label ?? ''] : [];
    });
  return findByWords(tiles, text, (tile) => {
    const { vendor, kind, name } = kinds.get(tile.profile) ?? { vendor: '', kind: '', name: '' };
    const types = tile.components.map(({ type }) => type);
    return {
      known: [tile.label, ...placesOf(tile), ...types, vendor, kind, name].join(' '),
      states: () => statesOf(tile),
    };
  });
}
