import { setBackgroundTimer } from './timers.ts';

/** A burst of lists is over when none has come for so long. */
const QUIET_MS = 5_000;

/**
 * Returns the function that returns to the system what reading long lists and making hundreds of templates left, once
 * no more follow: without it V8 holds the empty pages for the next burst, which seldom comes. Needs the flag
 * `--expose-gc`, with which the server starts bridges.
 */
export function createMemoryRelease(): () => void {
  let timer: Disposable | undefined;
  return () => {
    timer?.[Symbol.dispose]();
    timer = setBackgroundTimer(QUIET_MS, () =>
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    );
  };
}
