import type { Channel, Tile, TileGroup } from '@azulejo/contract';
import { type Client, type DisplayPreferences, toggleWord } from '@azulejo/sdk';
import { useQuery } from '@tanstack/react-query';
import { activeDictionary } from '../../../languages/dictionary.ts';
import type { LiveHome } from '../../data/live/live-home.ts';
import { useSession } from '../../data/session/session.ts';
import { findByWords } from '../../kit/ui/search-words.ts';
import { tileReaderOf } from './use-tile-snapshot.ts';

/** A kind of device as the search uses it: vendor, kind and name. */
type Kind = { readonly vendor: string; readonly kind: string; readonly name: string };

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

const none: ReadonlyMap<string, Kind> = new Map();

/** Loads the kinds of device by template when a search begins; until then names and places are searched. */
export function useKinds(isWanted: boolean): ReadonlyMap<string, Kind> {
  const { client } = useSession();
  const { data = none } = useQuery({
    queryKey: ['kinds'],
    queryFn: () => readKinds(client),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function readKinds(client: Client): Promise<ReadonlyMap<string, Kind>> {
  const { elements } = await client.templates.list({ user_id: 'me' });
  return new Map(
    elements.flatMap(({ template }) =>
      template ? [[template.id, { vendor: template.vendor, kind: template.kind, name: template.name }]] : [],
    ),
  );
}

/** Returns the current states that a tile shows, in words: `On`, `Open`, `21.3`. */
export function statesOn(
  live: LiveHome,
  tile: Tile,
  channel: Channel | undefined,
  preferences: DisplayPreferences,
): readonly string[] {
  if (!channel) return [];
  const {
    slots,
    state,
    toggle,
    openState,
    condition,
    alsoHolds = [],
  } = tileReaderOf(live, tile, channel, preferences).get().tile;
  return [
    ...slots.map(({ text }) => text),
    ...state,
    ...(toggle ? [toggleWord(toggle, activeDictionary())] : []),
    ...(openState ? [openState] : []),
    ...(condition ? [condition.short] : []),
    ...alsoHolds.map((kind) => kind.replaceAll('-', ' ')),
  ];
}
