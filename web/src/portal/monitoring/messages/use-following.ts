import { type RefObject, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** So near to the end is at it. */
const AT_END_PX = 40;

/** Keeps the end of a list in view, until somebody scrolls up; back at the end it goes on. */
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  height: number,
  last: number | undefined,
) {
  const [isFollowing, setFollowing] = useState(true);
  const scrolledTo = useRef(0);
  useEffect(() => {
    if (isFollowing && last !== undefined) scroller.current?.scrollTo({ top: height });
  }, [scroller, isFollowing, last, height]);
  const onScroll = useCallback(({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < AT_END_PX;
    // Lines that come push the end away; only who scrolls up leaves it.
    if (isAtEnd || scrollTop < scrolledTo.current) setFollowing(isAtEnd);
    scrolledTo.current = scrollTop;
  }, []);
  return { isFollowing, setFollowing, onScroll };
}
