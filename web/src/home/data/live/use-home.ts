import { useMemo, useSyncExternalStore } from 'react';
import type { Snapshot } from './home-state.ts';
import { useLiveHome } from './live-home.ts';
import type { Home } from './types.ts';

/** Returns tiles, areas and channels of the home, and whether they are current. Values have their own hook. */
export function useHome(): Home & Snapshot {
  const { watch, get, refresh } = useLiveHome();
  const snapshot = useSyncExternalStore(watch, get);
  return useMemo(() => ({ ...snapshot, refresh }), [snapshot, refresh]);
}
