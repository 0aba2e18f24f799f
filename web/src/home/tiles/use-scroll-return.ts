import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';

/** Of a tile with the gap below it; an estimate below the real one draws more than needed, and never less. */
const MIN_TILE_HEIGHT_PX = 72;
const MIN_TILE_WIDTH_PX = 156;

const getElement = () => window;

/** Returns how far down this entry of the history was left; 0 for a new one. */
function useLeftAt(): number {
  const entry = useElementScrollRestoration({ getElement });
  // What is stored changes with the next scroll.
  const [leftAt] = useState(entry?.scrollY ?? 0);
  return leftAt;
}

/** Returns how many tiles must be drawn at once so that the page is as long as the person left it. */
export function useTilesToReturn(): number {
  const leftAt = useLeftAt();
  if (leftAt === 0) return 0;
  const rows = Math.ceil((leftAt + 2 * innerHeight) / MIN_TILE_HEIGHT_PX);
  return rows * Math.ceil(innerWidth / MIN_TILE_WIDTH_PX);
}

/** Scrolls to where the page was left, once its tiles are there: the router tries it once, and earlier after a reload. */
export function useScrollReturn(hasTiles: boolean): void {
  const leftAt = useLeftAt();
  useLayoutEffect(() => {
    if (hasTiles && leftAt > 0 && scrollY === 0) scrollTo(0, leftAt);
  }, [hasTiles, leftAt]);
}
