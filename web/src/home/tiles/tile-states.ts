import type { Channel, Tile } from '@azulejo/contract';
import type { Preferences } from '@azulejo/sdk';
import { toggleWord } from '../../tiles/tile-switch.tsx';
import { createFaceReader } from './use-face.ts';

/** Returns the current states that a tile shows, in words: `On`, `Open`, `21.3`. */
export function statesOn(
  tile: Tile,
  channel: Channel | undefined,
  { units, locale }: Preferences,
): readonly string[] {
  if (!channel) return [];
  const { slots, toggle, openState } = createFaceReader(tile, channel, [], { units, locale }).get().tile;
  return [
    ...slots.map(({ text }) => text),
    ...(toggle ? [toggleWord(toggle)] : []),
    ...(openState ? [openState] : []),
  ];
}
