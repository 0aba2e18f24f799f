import { useMemo } from 'react';
import { useHome } from '../live/use-home.ts';
import { arrange } from '../tiles/arrangement.ts';
import { withGroups } from '../tiles/lamp-groups.ts';
import { useGroupTiles } from '../tiles/use-lamp-groups.ts';
import { type Room, roomsOf } from './rooms.ts';

/** Returns the rooms that have devices, in the person's order. */
export function useRooms(): readonly Room[] {
  const { tiles, groups } = useHome();
  const lamps = useGroupTiles();
  return useMemo(() => roomsOf(arrange(withGroups(tiles, lamps), groups)), [tiles, groups, lamps]);
}
