import { useMemo } from 'react';
import { useHome } from '../live/use-home.ts';
import { arrange } from '../tiles/arrangement.ts';
import { type Room, roomsOf } from './rooms.ts';

/** Returns the rooms that have devices, in the person's order. */
export function useRooms(): readonly Room[] {
  const { tiles, groups } = useHome();
  return useMemo(() => roomsOf(arrange(tiles, groups)), [tiles, groups]);
}
