import { withResolvers } from '../with-resolvers.ts';
import type { LiveState } from './types.ts';

type Check<Result> = (
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
  isLate: boolean,
) => void;

/** Holds the state of a link. `closed` is final. */
export function createLinkState(onState: (state: LiveState) => void) {
  let state: LiveState = 'connecting';
  const waiting = new Set<() => void>();
  return {
    get: () => state,
    isClosed: () => state === 'closed',
    set: (next: LiveState): void => {
      if (state === next || state === 'closed') return;
      state = next;
      onState(next);
      for (const look of waiting) look();
    },
    /** Calls `check` now, after every change of the state, and one last time at the timeout. */
    wait: <Result>(timeoutMs: number, check: Check<Result>): Promise<Result> => {
      const { promise, resolve, reject } = withResolvers<Result>();
      const look = () => check(resolve, reject, false);
      const timer = setTimeout(() => check(resolve, reject, true), timeoutMs);
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
  };
}

/** Returns a pause between attempts that can be ended early. */
export function createPause() {
  let wake = () => {};
  return {
    wake: () => wake(),
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
