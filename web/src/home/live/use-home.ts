import { useMemo, useSyncExternalStore } from 'react';
import type { Snapshot } from './home-state.ts';
import { liveHome } from './live-home.ts';
import type { Home } from './types.ts';

/**
 * Returns tiles, areas and channels of the home, and whether they are current. Values have a hook of their
 * own.
 */
export function useHome(): Home & Snapshot {
  const snapshot = useSyncExternalStore(liveHome.watch, liveHome.get);
  return useMemo(() => ({ ...snapshot, refresh: liveHome.refresh }), [snapshot]);
}
