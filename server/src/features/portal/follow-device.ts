import type { LiveBus } from '../values/index.ts';
import type { Listening } from './virtual-device-stream.ts';

/** Wakes those who look at a device when it says something. */
export function createFollowDevice(live: LiveBus) {
  return (channelId: string): Listening => {
    let isOver = false;
    let isWoken = false;
    let wake: (() => void) | undefined;
    const saying = live.on('said', ({ address }) => {
      if (address.channelId !== channelId) return;
      isWoken = true;
      wake?.();
    });
    return {
      get isOver() {
        return isOver;
      },
      async news(ms) {
        if (!isOver && !isWoken) {
          const { promise, resolve } = Promise.withResolvers<void>();
          const timer = setTimeout(resolve, ms);
          wake = resolve;
          await promise;
          clearTimeout(timer);
        }
        isWoken = false;
      },
      [Symbol.dispose]() {
        isOver = true;
        saying[Symbol.dispose]();
        wake?.();
      },
    };
  };
}
