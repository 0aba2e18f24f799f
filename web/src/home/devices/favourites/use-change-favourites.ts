import type { Tile } from '@azulejo/contract';
import { notify } from '../../../design/notify.ts';
import { movedOver } from '../../kit/moved-over.ts';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import { toggled } from './favourites.ts';
import { useFavourites } from './use-favourites.ts';

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
