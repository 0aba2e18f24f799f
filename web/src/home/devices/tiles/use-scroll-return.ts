import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';

/**
 * Minimum size of a tile with its gap; an estimate below the real size renders more than needed, and never
 * less.
 */
const MIN_TILE_HEIGHT_PX = 72;
const MIN_TILE_WIDTH_PX = 156;

const getElement = () => window;

/** Returns the scroll position at which this history entry was left; 0 for a new one. */
function useLeftAt(): number {
  const entry = useElementScrollRestoration({ getElement });
  // The stored position changes with the next scroll, so that the first one is remembered.
  const [leftAt] = useState(entry?.scrollY ?? 0);
  return leftAt;
}

/** Returns how many tiles must be rendered at once so that the page is as long as when it was left. */
export function useTilesToReturn(): number {
  const leftAt = useLeftAt();
  if (leftAt === 0) return 0;
  const rows = Math.ceil((leftAt + 2 * innerHeight) / MIN_TILE_HEIGHT_PX);
  return rows * Math.ceil(innerWidth / MIN_TILE_WIDTH_PX);
}

/**
 * Restores the scroll position when the tiles are rendered: the router tries once, and too early after a
 * reload.
 */
export function useScrollReturn(hasTiles: boolean): void {
  const leftAt = useLeftAt();
  useLayoutEffect(() => {
    if (hasTiles && leftAt > 0 && scrollY === 0) scrollTo(0, leftAt);
  }, [hasTiles, leftAt]);
}
