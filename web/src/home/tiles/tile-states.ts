import type { Channel, Tile } from '@azulejo/contract';
import { type DisplayPreferences, toggleWord } from '@azulejo/sdk';
import { activeWords } from '../../languages/words.ts';
import type { LiveHome } from '../live/live-home.ts';
import { createFaceReader } from './use-face.ts';

/** Returns the current states that a tile shows, in words: `On`, `Open`, `21.3`. */
export function statesOn(
  live: LiveHome,
  tile: Tile,
  channel: Channel | undefined,
  { units, locale }: DisplayPreferences,
): readonly string[] {
  if (!channel) return [];
  const {
    slots,
    state,
    toggle,
    openState,
    condition,
    alsoHolds = [],
  } = createFaceReader(live, tile, channel, [], {
    units,
    locale,
  }).get().tile;
  return [
    ...slots.map(({ text }) => text),
    ...state,
    ...(toggle ? [toggleWord(toggle, activeWords())] : []),
    ...(openState ? [openState] : []),
    ...(condition ? [condition.short] : []),
    ...alsoHolds.map((kind) => kind.replaceAll('-', ' ')),
  ];
}
