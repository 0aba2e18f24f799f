import type { Area } from './arrangement.ts';

/** An area as the pages show it. `pattern` is the index of its painted tile. */
export type Room = { readonly area: Area; readonly pattern: number };

const PATTERNS = 8;

/** Returns the areas with their patterns. */
export function roomsOf(areas: readonly Area[]): readonly Room[] {
  const patterns = patternsOf(areas.map(({ group }) => group.id));
  return areas.map((area, index) => ({ area, pattern: patterns[index] ?? 0 }));
}

/**
 * Returns a pattern for each id. It follows from the id, so that a room keeps its own; where a room would have the
 * pattern of the one before it, it gets the next.
 */
export function patternsOf(ids: readonly string[]): readonly number[] {
  const patterns: number[] = [];
  for (const id of ids) {
    const own = hash(id) % PATTERNS;
    patterns.push(own === patterns.at(-1) ? (own + 1) % PATTERNS : own);
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
