import type { Tile } from '@azulejo/contract';
import { useMemo } from 'react';
import { useHome } from '../live/use-home.ts';
import { usePreferencesDocument } from '../preferences/use-preferences.ts';
import { favouritesIn } from './favourites.ts';

/** Returns the person's favourites in their order. */
export function useFavourites(): readonly Tile[] {
  const { tiles } = useHome();
  const { favourites } = usePreferencesDocument();
  return useMemo(() => favouritesIn(favourites, tiles), [favourites, tiles]);
}
