/**
 * Creates a function that shares a running call: a caller with the same key while it runs gets its result
 * or its error. Nothing is kept once the call has ended.
 */
export function createSharedCalls<T>(): (key: string, call: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, call) => {
    const shared = running.get(key);
    if (shared !== undefined) return shared;
    const started = call().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
