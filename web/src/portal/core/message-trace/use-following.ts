import { type RefObject, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Distance from the end that still counts as the end. */
const AT_END_PX = 40;

/** Keeps the end of a list in view until someone scrolls up, and again when the end is reached. */
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
    // New lines move the end away; only scrolling up ends the following.
    if (isAtEnd || scrollTop < scrolledTo.current) setFollowing(isAtEnd);
    scrolledTo.current = scrollTop;
  }, []);
  return { isFollowing, setFollowing, onScroll };
}
