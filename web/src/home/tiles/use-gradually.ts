import { useEffect, useState } from 'react';
import { useTilesToReturn } from './use-scroll-return.ts';

/** Number of tiles in the first batch: more than a screen holds. */
const FIRST_BATCH_SIZE = 24;
/**
 * Number of tiles per batch. Every batch costs a frame, and delays a tap by its length: about 150 ms on a
 * slow phone.
 */
const BATCH_SIZE = 160;

/**
 * Returns how many of a long list to render: those in sight first, the others in batches after these are
 * painted.
 */
export function useGradually(total: number): number {
  const [count, setCount] = useState(Math.max(FIRST_BATCH_SIZE, useTilesToReturn()));
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + BATCH_SIZE));
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
