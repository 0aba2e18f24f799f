import { addressKey } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { WriteStatus } from '../../../tiles/write-status.ts';
import type { Snapshot } from './home-state.ts';
import { useLiveHome } from './live-home.ts';
import type { Home, HomeValue } from './types.ts';

export type { WriteStatus } from '../../../tiles/write-status.ts';

/** Returns tiles, areas and channels of the home, and whether they are current. Values have their own hook. */
export function useHome(): Home & Snapshot {
  const { watch, get, refresh } = useLiveHome();
  const snapshot = useSyncExternalStore(watch, get);
  return useMemo(() => ({ ...snapshot, refresh }), [snapshot, refresh]);
}

/** Returns the last value of a property, and renders again only when that one changes. */
export function useValue(address: Address): HomeValue | undefined {
  const { values } = useLiveHome();
  const key = addressKey(address);
  const watch = useCallback((listener: () => void) => values.watch(key, listener), [values, key]);
  return useSyncExternalStore(watch, () => values.get(key));
}

/**
 * Returns a function that writes a property, and the status of its last write, wherever on the page it began.
 */
export function useWrite(address: Address): { status: WriteStatus; write: (data: unknown) => void } {
  const { writes } = useLiveHome();
  const key = addressKey(address);
  const watch = useCallback((listener: () => void) => writes.watch(key, listener), [writes, key]);
  const status = useSyncExternalStore(watch, () => writes.status(key));
  const { channel, component, property } = address;
  const write = useCallback(
    (data: unknown) => writes.write({ channel, component, property }, data),
    [writes, channel, component, property],
  );
  return { status, write };
}
