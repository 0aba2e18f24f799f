import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import { type ShownTiles, useTilesMemory } from './tiles-memory.ts';
import type { TilesSearch } from './tiles-search.ts';

/** Remembers the home page as the target of back links. */
export function useRememberHome({ find, show }: TilesSearch): void {
  const { history } = useRouter();
  const memory = useTilesMemory();
  useEffect(() => {
    memory.home = { index: history.location.state.__TSR_index, to: '/', search: { find, show } };
    memory.last = memory.home;
  }, [history, memory, find, show]);
}

/** Remembers the page of a room as the target of back links from devices. */
export function useRememberRoom(roomId: string): void {
  const { history } = useRouter();
  const memory = useTilesMemory();
  useEffect(() => {
    const { __TSR_index: index } = history.location.state;
    memory.last = { index, to: '/rooms/$roomId', params: { roomId }, search: {} };
  }, [history, memory, roomId]);
}

/** Returns the properties of a link to the tiles that were shown last: the home page or a room. */
export function useWayBack() {
  return useLinkBack(useTilesMemory().last);
}

/** Returns the properties of a link to the home page, with its last filter. */
export function useWayHome() {
  return useLinkBack(useTilesMemory().home);
}

/**
 * Returns the properties of a link to those tiles. If they are the previous page, the link goes back in the
 * history, so that the scroll position is restored.
 */
function useLinkBack(shown: ShownTiles | undefined) {
  const { history } = useRouter();
  return {
    to: shown?.to ?? '/',
    params: shown?.params ?? {},
    search: shown?.search ?? {},
    onClick: (event: MouseEvent) => {
      const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (isForBrowser || shown?.index !== history.location.state.__TSR_index - 1) return;
      event.preventDefault();
      history.back();
    },
  };
}
