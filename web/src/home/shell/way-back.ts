import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import type { TilesSearch } from '../tiles/tiles-search.ts';

/** The position in the history, and the filter, at which the tiles were last shown. */
let last: { readonly index: number; readonly search: TilesSearch } | undefined;

/** Remembers the tiles as the target of back links. */
export function useRememberTiles({ area, find }: TilesSearch): void {
  const { history } = useRouter();
  useEffect(() => {
    last = { index: history.location.state.__TSR_index, search: { area, find } };
  }, [history, area, find]);
}

/**
 * Returns the properties of a link to the tiles with their last filter. If they are the previous page, the
 * link goes back in the history, so that the scroll position is restored.
 */
export function useWayBack() {
  const { history } = useRouter();
  return {
    to: '/',
    search: last?.search ?? {},
    onClick: (event: MouseEvent) => {
      const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (isForBrowser || last?.index !== history.location.state.__TSR_index - 1) return;
      event.preventDefault();
      history.back();
    },
  } as const;
}
