import { createSleeper, type Sleeper } from '../../platform/sleeper.ts';
import type { LiveBus } from '../../state/values/index.ts';

/** Wakes those who look at a device when it says something. */
export function createFollowDevice(live: LiveBus) {
  return (channelId: string): Sleeper => {
    const sleeper = createSleeper(() => saying[Symbol.dispose]());
    const saying = live.on('said', ({ address }) => {
      if (address.channelId === channelId) sleeper.wake();
    });
    return sleeper;
  };
}
