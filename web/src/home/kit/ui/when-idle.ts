/** Time that must be left until the next frame: shorter pauses are between two pieces of work. */
const MIN_IDLE_MS = 20;
/** Safari does not report when it is idle. */
const FALLBACK_MS = 200;

/** Resolves when the page has nothing to draw or to compute, at the latest after `timeoutMs`. */
export function whenIdle(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback !== 'function') return void setTimeout(resolve, FALLBACK_MS);
    const latest = performance.now() + timeoutMs;
    const wait = () =>
      void requestIdleCallback(
        (deadline) => {
          if (deadline.didTimeout || deadline.timeRemaining() >= MIN_IDLE_MS) resolve();
          else wait();
        },
        { timeout: Math.max(0, latest - performance.now()) },
      );
    wait();
  });
}
