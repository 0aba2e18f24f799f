import { addressKey } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import { useCallback, useSyncExternalStore } from 'react';
import type { WriteStatus } from '../../../tiles/write-status.ts';
import { useLiveHome } from './live-home.ts';

export type { WriteStatus } from '../../../tiles/write-status.ts';

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
