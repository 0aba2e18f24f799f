import type { DomainEventBus } from '../../core/domain-events/index.ts';
import { createWaiter, type Waiter } from '../../platform/waiter.ts';

/** Wakes those who watch a device when it reports a value. */
export function createFollowDevice(live: DomainEventBus) {
  return (channelId: string): Waiter => {
    const waiter = createWaiter(() => saying[Symbol.dispose]());
    const saying = live.on('valueReported', ({ address }) => {
      if (address.channelId === channelId) waiter.wake();
    });
    return waiter;
  };
}
