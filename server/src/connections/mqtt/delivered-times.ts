import type { ValueAddress } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { type Clock, MAX_AHEAD_MS } from '../../platform/clock.ts';
import { createLruCache } from '../../platform/lru-cache.ts';

const MAX_ADDRESSES = 50_000;

export type DeliveredTimes = ReturnType<typeof createDeliveredTimes>;

/**
 * Remembers the time of the value that was delivered last at each address. Values of one property that come from two
 * servers may arrive in another order than they were stored in; subscribers see only times that grow.
 */
export function createDeliveredTimes(clock: Pick<Clock, 'now'>) {
  const last = createLruCache<number>(MAX_ADDRESSES);
  return {
    /** Notes a value that a snapshot shows: an older one that arrives late is not delivered after it. */
    shown(address: ValueAddress, timestamp: number): void {
      const key = keyOf(address);
      if (timestamp > (last.get(key) ?? 0)) last.set(key, timestamp);
    },
    /** Returns false for a value that is older than one delivered before. */
    take(address: ValueAddress, timestamp: number): boolean {
      const key = keyOf(address);
      const before = last.get(key);
      if (before !== undefined && timestamp < before && before <= clock.now() + MAX_AHEAD_MS) return false;
      last.set(key, timestamp);
      return true;
    },
  };
}

const keyOf = ({ channelId, componentId, propertyId }: ValueAddress): string =>
  valueKey(channelId, componentId, propertyId);
