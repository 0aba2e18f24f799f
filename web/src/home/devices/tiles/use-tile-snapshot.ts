import type { Channel, Tile } from '@azulejo/contract';
import type { DisplayPreferences } from '@azulejo/sdk';
import { useSyncExternalStore } from 'react';
import { type LiveHome, useLiveHome } from '../../data/live/live-home.ts';
import { createTileReader, type TileReader, type TileSnapshot } from './tile-reader.ts';

type Known = DisplayPreferences & { readonly channel: Channel | undefined; readonly reader: TileReader };

/** The readers of each home, by tile. */
const homes = new WeakMap<LiveHome, WeakMap<Tile, Known>>();

/**
 * Returns the reader of a tile's snapshot. The tile, the summaries and the alarms share one, because to render a tile is
 * most of the work of a large home.
 */
export function tileReaderOf(
  live: LiveHome,
  tile: Tile,
  channel: Channel | undefined,
  { units, locale }: DisplayPreferences,
): TileReader {
  const readers = homes.get(live) ?? new WeakMap<Tile, Known>();
  homes.set(live, readers);
  const known = readers.get(tile);
  if (known && known.channel === channel && known.units === units && known.locale === locale)
    return known.reader;
  const reader = createTileReader(live, tile, channel, { units, locale });
  readers.set(tile, { channel, units, locale, reader });
  return reader;
}

/** Returns the tile's current snapshot, and renders again when it changes. */
export function useTileSnapshot(
  tile: Tile,
  channel: Channel | undefined,
  preferences: DisplayPreferences,
): TileSnapshot {
  const { watch, get } = tileReaderOf(useLiveHome(), tile, channel, preferences);
  return useSyncExternalStore(watch, get);
}
