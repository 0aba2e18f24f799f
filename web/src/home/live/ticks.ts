/** What depends on the time is looked at so often. */
const TICK_MS = 20_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener at every tick; returns what ends that. One timer serves all of them. */
export function watchTicks(listener: () => void): () => void {
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
}

/** The number of the tick that it is now. */
export const currentTick = (): number => Math.floor(Date.now() / TICK_MS);
