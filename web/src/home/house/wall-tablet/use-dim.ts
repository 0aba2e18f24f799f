import { useCallback, useEffect, useState } from 'react';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Returns whether nothing was touched for so many milliseconds, until `wake` is called. */
export function useDim(ms: number): { isDim: boolean; wake: () => void } {
  const [isDim, setIsDim] = useState(false);
  useEffect(() => {
    if (isDim) return;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsDim(true), ms);
    };
    for (const kind of ACTIVITY)
      addEventListener(kind, restart, { signal: over.signal, capture: true, passive: true });
    restart();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [isDim, ms]);
  return { isDim, wake: useCallback(() => setIsDim(false), []) };
}
