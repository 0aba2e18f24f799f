import { addressKey } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import { useCallback, useSyncExternalStore } from 'react';
import { useLiveHome } from './live-home.ts';
import type { HomeValue } from './types.ts';

/** Returns the last value of a property, and renders again only when that one changes. */
export function useValue(address: Address): HomeValue | undefined {
  const { values } = useLiveHome();
  const key = addressKey(address);
  const watch = useCallback((listener: () => void) => values.watch(key, listener), [values, key]);
  return useSyncExternalStore(watch, () => values.get(key));
}
