import { useEffect, useState } from 'react';
import { useTilesToReturn } from './use-scroll-return.ts';

/** More than a screen holds. */
const FIRST_BATCH_SIZE = 24;
/** Every batch costs a frame, and delays a tap by its length: about 150 ms on a slow phone. */
const BATCH_SIZE = 160;

/** Returns how many of a long list to draw: those in sight first, the others in batches after that is painted. */
export function useGradually(total: number): number {
  const [count, setCount] = useState(Math.max(FIRST_BATCH_SIZE, useTilesToReturn()));
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + BATCH_SIZE));
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
