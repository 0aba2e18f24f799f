import type { Channel, Tile } from '@azulejo/contract';
import { type DisplayPreferences, toggleWord } from '@azulejo/sdk';
import { activeDictionary } from '../../../languages/dictionary.ts';
import type { LiveHome } from '../../data/live/live-home.ts';
import { tileReaderOf } from './use-tile-snapshot.ts';

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
