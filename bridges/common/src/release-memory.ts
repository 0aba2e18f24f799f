import { setBackgroundTimer } from './timers.ts';

/** Time from reading the last long list until its garbage is collected, which takes 0.2 seconds. */
const WAIT_MS = 10_000;
const MAX_UNCOLLECTED = 8 * 1024 * 1024;

/**
 * Returns a function that, after a delay, returns to the system the memory that long lists and hundreds of templates
 * took. Without it, V8 holds the empty pages for the next burst, which is rare. Needs the flag `--expose-gc`, with
 * which the server starts bridges.
 */
export function createMemoryRelease(): () => void {
  let timer: Disposable | undefined;
  return () => {
    timer?.[Symbol.dispose]();
    timer = setBackgroundTimer(WAIT_MS, () => {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    });
  };
}

/**
 * Returns a function that counts the bytes of messages, and collects garbage once they exceed a limit. To V8, a
 * message of 1.3 MB is a small object, so it would hold 50 MB of them. A collection of young objects takes 1 ms.
 */
export function createMessageRelease(): (bytes: number) => void {
  let uncollected = 0;
  return (bytes) => {
    uncollected += bytes;
    if (uncollected < MAX_UNCOLLECTED) return;
    uncollected = 0;
    globalThis.gc?.({ type: 'minor', execution: 'sync' });
  };
}
