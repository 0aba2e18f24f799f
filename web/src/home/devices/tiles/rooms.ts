import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { type Area, arrange } from './arrangement.ts';
import { useGroupTiles, withGroups } from './lamp-groups.ts';

/** An area as the pages show it. `pattern` is the index of its painted tile. */
export type Room = { readonly area: Area; readonly pattern: number };

const PATTERNS = 8;

/** Returns the areas with their patterns. */
function roomsOf(areas: readonly Area[]): readonly Room[] {
  const patterns = patternsOf(areas.map(({ group }) => group.id));
  return areas.map((area, index) => ({ area, pattern: patterns[index] ?? 0 }));
}

/**
 * Returns a pattern for each id. It follows from the id, so that a room keeps its own; where one of the seven rooms
 * before it has that pattern, it gets the next that none of them has.
 */
export function patternsOf(ids: readonly string[]): readonly number[] {
  const patterns: number[] = [];
  for (const id of ids) {
    const taken = patterns.slice(1 - PATTERNS);
    let pattern = hash(id) % PATTERNS;
    while (taken.includes(pattern)) pattern = (pattern + 1) % PATTERNS;
    patterns.push(pattern);
  }
  return patterns;
}

/** Hashes with FNV-1a in 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** Returns the rooms that have devices, in the person's order. */
export function useRooms(): readonly Room[] {
  const { tiles, groups } = useHome();
  const lamps = useGroupTiles();
  return useMemo(() => roomsOf(arrange(withGroups(tiles, lamps), groups)), [tiles, groups, lamps]);
}
