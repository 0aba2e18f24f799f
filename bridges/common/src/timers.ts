/** The port of timers: calls `run` once, after `ms`. Disposing the timer cancels it. */
export type SetTimer = (ms: number, run: () => void) => Disposable;

export const setSystemTimer: SetTimer = (ms, run) => setTimeout(run, ms);

/** A timer that does not keep the process running. */
export const setBackgroundTimer: SetTimer = (ms, run) => setTimeout(run, ms).unref();

/** Calls `run` every `ms`, until disposed. */
export function tickEvery(setTimer: SetTimer, ms: number, run: () => void): Disposable {
  let timer = setTimer(ms, tick);
  function tick(): void {
    timer = setTimer(ms, tick);
    run();
  }
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

/** Resolves after `ms`. Rejects with the signal's reason when it is aborted earlier. */
export async function sleep(setTimer: SetTimer, ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal?.reason);
  using _timer = setTimer(ms, resolve);
  signal?.addEventListener('abort', abort, { once: true });
  await promise.finally(() => signal?.removeEventListener('abort', abort));
}

/** Returns a signal that is aborted after `ms`. It does not keep the process running. */
export const deadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);
