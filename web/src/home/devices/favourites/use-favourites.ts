import type { Tile } from '@azulejo/contract';
import { useMemo } from 'react';
import { notify } from '../../../design/notify.ts';
import { useHome } from '../../data/live/use-home.ts';
import { movedOver } from '../../kit/moved-over.ts';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import { usePreferencesDocument } from '../../person/preferences/use-preferences.ts';
import { useGroupTiles } from '../tiles/lamp-groups.ts';
import { favouritesIn, toggled } from './favourites.ts';

/** Returns the person's favourites in their order; a group of lamps may be one. */
export function useFavourites(): readonly Tile[] {
  const { tiles } = useHome();
  const { favourites } = usePreferencesDocument();
  const lamps = useGroupTiles();
  return useMemo(() => favouritesIn(favourites, [...tiles, ...lamps]), [favourites, tiles, lamps]);
}

/**
 * Returns the favourites, and functions that change them, optimistically. What is stored loses tiles that the home
 * no longer has.
 */
export function useChangeFavourites() {
  const favourites = useFavourites();
  const { change } = usePreferencesStore();
  const save = (next: readonly Tile[]) => {
    change({ favourites: next.map(({ id }) => id) }).catch(notify.failed);
  };
  return {
    favourites,
    toggle: (tiles: readonly Tile[]) => save(toggled(favourites, tiles)),
    move: (id: string, overId: string) => save(movedOver(favourites, id, overId)),
  };
}
