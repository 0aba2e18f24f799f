import { findWatched, type Watched } from '@azulejo/model';
import type { Channel, Tile } from '../api/types.generated.ts';

const known = new WeakMap<Channel, WeakMap<Tile, readonly Watched[]>>();

/** Returns the properties that decide a tile's severity, including the `access` of each of its components. */
export function watchedOf(tile: Tile, channel: Channel): readonly Watched[] {
  const ofChannel = known.get(channel) ?? new WeakMap<Tile, readonly Watched[]>();
  const found = ofChannel.get(tile) ?? findWatched(tile.components, channel);
  known.set(channel, ofChannel.set(tile, found));
  return found;
}

/** Returns whether one of the tile's properties can cause an alarm. */
export const mayAlarm = (tile: Tile, channel: Channel): boolean =>
  watchedOf(tile, channel).some(({ rule }) => rule.severity === 'alarm');
