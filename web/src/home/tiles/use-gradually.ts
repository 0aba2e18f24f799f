import { useEffect, useState } from 'react';
import { useTilesToReturn } from './use-scroll-return.ts';

/** More than a screen holds, and then so many at a time. */
const FIRST = 24;
const STEP = 60;

/** How many of a long list to draw: those in sight at once, the others while nothing else is to be done. */
export function useGradually(total: number): number {
  const [count, setCount] = useState(Math.max(FIRST, useTilesToReturn()));
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + STEP));
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
