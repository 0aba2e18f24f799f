import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import type { TilesSearch } from '../tiles/tiles-search.ts';

/** Where in the history the tiles were seen last, and with which filter. */
let last: { readonly index: number; readonly search: TilesSearch } | undefined;

/** Remembers the tiles as the place that arrows lead back to. */
export function useRememberTiles({ area, find }: TilesSearch): void {
  const { history } = useRouter();
  useEffect(() => {
    last = { index: history.location.state.__TSR_index, search: { area, find } };
  }, [history, area, find]);
}

/**
 * Returns properties of a link to the tiles with the filter that they had. Where they are the page before this one, it
 * goes back in the history, so that they also have their scroll position.
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
