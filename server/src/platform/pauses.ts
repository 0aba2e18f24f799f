import { setImmediate } from 'node:timers/promises';

/** Well below a turn that delays everybody's requests noticeably. */
const MAX_HELD_MS = 10;

/**
 * Returns a function to call between the parts of long work. It waits for the next turn of the event loop when the
 * work has held this one for 10 ms.
 */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_HELD_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
