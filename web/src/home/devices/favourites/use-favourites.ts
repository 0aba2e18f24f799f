import type { Tile } from '@azulejo/contract';
import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { usePreferencesDocument } from '../../person/preferences/use-preferences.ts';
import { useGroupTiles } from '../tiles/lamp-groups.ts';
import { favouritesIn } from './favourites.ts';

/** Returns the person's favourites in their order; a group of lamps may be one. */
export function useFavourites(): readonly Tile[] {
  const { tiles } = useHome();
  const { favourites } = usePreferencesDocument();
  const lamps = useGroupTiles();
  return useMemo(() => favouritesIn(favourites, [...tiles, ...lamps]), [favourites, tiles, lamps]);
}
