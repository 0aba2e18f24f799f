import { createContext, useSyncExternalStore } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import type { TilesSearch } from './tiles-search.ts';

const KEY = 'azulejo.collapsed';

/** Creates the set of folded sections, which is stored on this device. */
function createCollapsedSections() {
  const listeners = new Set<() => void>();
  let collapsed: ReadonlySet<string> | undefined;
  const get = (): ReadonlySet<string> => {
    collapsed ??= read();
    return collapsed;
  };
  return {
    has: (id: string): boolean => get().has(id),
    toggle: (id: string): void => {
      const next = new Set(get());
      if (!next.delete(id)) next.add(id);
      collapsed = next;
      localStorage.setItem(KEY, JSON.stringify([...next]));
      for (const listener of [...listeners]) listener();
    },
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function read(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** A page of tiles that was shown: its position in the history, and its address. */
export type ShownTiles = { readonly index: number; readonly search: TilesSearch } & (
  | { readonly to: '/'; readonly params?: never }
  | { readonly to: '/rooms/$roomId'; readonly params: { readonly roomId: string } }
);

export type TilesMemory = {
  readonly collapsed: ReturnType<typeof createCollapsedSections>;
  /** The page on which tiles were last shown. */
  last?: ShownTiles;
  /** The home page as it was last shown. */
  home?: ShownTiles;
};

/** Creates what the page of tiles remembers while other pages are shown. */
export const createTilesMemory = (): TilesMemory => ({ collapsed: createCollapsedSections() });

export const TilesMemoryContext = createContext<TilesMemory | undefined>(undefined);

export const useTilesMemory = (): TilesMemory => useRequired(TilesMemoryContext, 'TilesMemoryContext');

/** Returns whether a section is folded, which is stored on this device, and a function that toggles it. */
export function useCollapsed(id: string): [boolean, () => void] {
  const { collapsed } = useTilesMemory();
  const isCollapsed = useSyncExternalStore(collapsed.watch, () => collapsed.has(id));
  return [isCollapsed, () => collapsed.toggle(id)];
}
