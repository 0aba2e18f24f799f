import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { usePreferencesDocument } from '../../person/preferences/use-preferences.ts';
import { type GroupTile, groupTilesIn } from './lamp-groups.ts';

/** Returns the tiles of the person's groups of lamps. */
export function useGroupTiles(): readonly GroupTile[] {
  const { tiles } = useHome();
  const { lamp_groups: stored } = usePreferencesDocument();
  return useMemo(() => groupTilesIn(stored, tiles), [stored, tiles]);
}
