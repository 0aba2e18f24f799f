import { startTransition, useEffect, useState } from 'react';
import { useTilesToReturn } from './use-scroll-return.ts';

/** Number of tiles in the first batch: more than a phone's screen holds. */
const FIRST_BATCH_SIZE = 24;
/** Number of tiles per batch. They are rendered in slices, but put into the page together, which delays a tap. */
const BATCH_SIZE = 80;

/**
 * Returns how many of a long list to render: those in sight first, the others in batches after these are
 * painted, each of which yields to taps and values.
 */
export function useGradually(total: number): number {
  const [count, setCount] = useState(Math.max(FIRST_BATCH_SIZE, useTilesToReturn()));
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + BATCH_SIZE)));
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
