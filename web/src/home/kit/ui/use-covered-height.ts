import { useEffect, useState } from 'react';

/** Returns how many px of the window's lower end the keyboard of a phone covers, which does not resize the page. */
export function useCoveredHeight(isWatched: boolean): number {
  const [covered, setCovered] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isWatched || !viewport) return;
    const measure = () => {
      const { height, offsetTop, scale } = viewport;
      const isZoomed = scale > 1;
      const below = document.documentElement.clientHeight - height - offsetTop;
      setCovered(isZoomed ? 0 : Math.max(0, Math.round(below)));
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [isWatched]);
  return covered;
}
