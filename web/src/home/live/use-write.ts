import type { Address } from '@azulejo/sdk';
import { useCallback, useSyncExternalStore } from 'react';
import type { WriteStatus } from '../../tiles/write-status.ts';
import { keyOf } from './address.ts';
import { writes } from './live-home.ts';

export type { WriteStatus } from '../../tiles/write-status.ts';

/**
 * Returns a function that writes a property, and the status of its last write, wherever on the page it began.
 */
export function useWrite(address: Address): { status: WriteStatus; write: (data: unknown) => void } {
  const key = keyOf(address);
  const watch = useCallback((listener: () => void) => writes.watch(key, listener), [key]);
  const status = useSyncExternalStore(watch, () => writes.status(key));
  const { channel, component, property } = address;
  const write = useCallback(
    (data: unknown) => writes.write({ channel, component, property }, data),
    [channel, component, property],
  );
  return { status, write };
}
