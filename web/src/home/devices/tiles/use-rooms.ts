import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { arrange } from './arrangement.ts';
import { withGroups } from './lamp-groups.ts';
import { type Room, roomsOf } from './rooms.ts';
import { useGroupTiles } from './use-lamp-groups.ts';

/** Returns the rooms that have devices, in the person's order. */
export function useRooms(): readonly Room[] {
  const { tiles, groups } = useHome();
  const lamps = useGroupTiles();
  return useMemo(() => roomsOf(arrange(withGroups(tiles, lamps), groups)), [tiles, groups, lamps]);
}
