import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Timers } from '../../platform/clock.ts';
import { createWaiter, type Waiter } from '../../platform/waiter.ts';

/** Wakes those who watch a device when it reports a value. */
export function createFollowDevice({ bus, clock }: { bus: DomainEventBus; clock: Timers }) {
  return (channelId: string): Waiter => {
    const waiter = createWaiter(clock, () => saying[Symbol.dispose]());
    const saying = bus.on('valueReported', ({ address }) => {
      if (address.channelId === channelId) waiter.wake();
    });
    return waiter;
  };
}
