import type { Channel, Tile } from '@azulejo/contract';
import type { DisplayPreferences } from '@azulejo/sdk';
import { useSyncExternalStore } from 'react';
import { type LiveHome, useLiveHome } from '../live/live-home.ts';
import { createFaceReader, type Face, type FaceReader } from './face-reader.ts';

type Known = DisplayPreferences & { readonly channel: Channel | undefined; readonly reader: FaceReader };

/** The readers of each home, by tile. */
const homes = new WeakMap<LiveHome, WeakMap<Tile, Known>>();

/**
 * Returns the reader of a tile's face. The tile, the summaries and the alarms share one, because to render a tile is
 * most of the work of a large home.
 */
export function faceReaderOf(
  live: LiveHome,
  tile: Tile,
  channel: Channel | undefined,
  { units, locale }: DisplayPreferences,
): FaceReader {
  const readers = homes.get(live) ?? new WeakMap<Tile, Known>();
  homes.set(live, readers);
  const known = readers.get(tile);
  if (known && known.channel === channel && known.units === units && known.locale === locale)
    return known.reader;
  const reader = createFaceReader(live, tile, channel, { units, locale });
  readers.set(tile, { channel, units, locale, reader });
  return reader;
}

/** Returns the tile's current face, and renders again when it changes. */
export function useFace(tile: Tile, channel: Channel | undefined, preferences: DisplayPreferences): Face {
  const { watch, get } = faceReaderOf(useLiveHome(), tile, channel, preferences);
  return useSyncExternalStore(watch, get);
}
