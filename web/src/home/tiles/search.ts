import type { Tile, TileGroup } from '@azulejo/contract';

/** What is known of a kind of device beside its tiles: who makes it, and what it is. */
export type Kind = { readonly vendor: string; readonly kind: string; readonly name: string };

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Tiles that have every word of `text` in their name, area, kind or vendor; without regard to accents and case. */
export function search(
  tiles: readonly Tile[],
  groups: readonly TileGroup[],
  kinds: ReadonlyMap<string, Kind>,
  text: string,
): readonly Tile[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const labels = new Map(groups.map((group) => [group.id, group]));
  const placesOf = (tile: Tile) =>
    tile.groups.flatMap((id) => {
      const group = labels.get(id);
      return group ? [group.label, labels.get(group.parent ?? '')?.label ?? ''] : [];
    });
  return tiles.filter((tile) => {
    const { vendor, kind, name } = kinds.get(tile.profile) ?? { vendor: '', kind: '', name: '' };
    const types = tile.components.map(({ type }) => type);
    const said = [tile.label, ...placesOf(tile), ...types, vendor, kind, name];
    const all = plain(said.join(' ').replaceAll('-', ' '));
    return words.every((word) => all.includes(word));
  });
}
