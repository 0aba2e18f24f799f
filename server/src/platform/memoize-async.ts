/** Memoizes an async function by key. Concurrent callers share one call. Failures are not cached. */
export function memoizeAsync<Key extends string, T>(
  make: (key: Key) => Promise<T>,
): (key: Key) => Promise<T> {
  const kept = new Map<Key, Promise<T>>();
  return (key) => {
    const made =
      kept.get(key) ??
      make(key).catch((error: unknown) => {
        kept.delete(key);
        throw error;
      });
    kept.set(key, made);
    return made;
  };
}
