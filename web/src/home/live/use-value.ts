import type { Address } from '@azulejo/sdk';
import { useCallback, useSyncExternalStore } from 'react';
import { keyOf } from './address.ts';
import { values } from './live-home.ts';
import type { HomeValue } from './types.ts';

/** The last value of a property; draws anew when that one changes, and for no other. */
export function useValue(address: Address): HomeValue | undefined {
  const key = keyOf(address);
  const watch = useCallback((listener: () => void) => values.watch(key, listener), [key]);
  return useSyncExternalStore(watch, () => values.get(key));
}
