import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import { useTilesMemory } from './tiles-memory.ts';
import type { TilesSearch } from './tiles-search.ts';

/** Remembers the tiles as the target of back links. */
export function useRememberTiles({ area, find }: TilesSearch): void {
  const { history } = useRouter();
  const memory = useTilesMemory();
  useEffect(() => {
    memory.last = { index: history.location.state.__TSR_index, search: { area, find } };
  }, [history, memory, area, find]);
}

/**
 * Returns the properties of a link to the tiles with their last filter. If they are the previous page, the
 * link goes back in the history, so that the scroll position is restored.
 */
export function useWayBack() {
  const { history } = useRouter();
  const memory = useTilesMemory();
  return {
    to: '/',
    search: memory.last?.search ?? {},
    onClick: (event: MouseEvent) => {
      const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (isForBrowser || memory.last?.index !== history.location.state.__TSR_index - 1) return;
      event.preventDefault();
      history.back();
    },
  } as const;
}
