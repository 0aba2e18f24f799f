/** Interval at which values that depend on the time are updated. */
const TICK_MS = 20_000;

/** Creates the clock of values that depend on the time. All listeners share one timer. */
export function createTicks() {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    /** Calls the listener at every tick, and returns a function that removes it. */
    watch: (listener: () => void): (() => void) => {
      listeners.add(listener);
      timer ??= setInterval(() => {
        for (const each of [...listeners]) each();
      }, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    /** Returns the number of the current tick. */
    current: (): number => Math.floor(Date.now() / TICK_MS),
  };
}
