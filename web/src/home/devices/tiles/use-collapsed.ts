import { useSyncExternalStore } from 'react';
import { useTilesMemory } from './tiles-memory.ts';

/** Returns whether a section is folded, which is stored on this device, and a function that toggles it. */
export function useCollapsed(id: string): [boolean, () => void] {
  const { collapsed } = useTilesMemory();
  const isCollapsed = useSyncExternalStore(collapsed.watch, () => collapsed.has(id));
  return [isCollapsed, () => collapsed.toggle(id)];
}
