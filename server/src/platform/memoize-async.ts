/** Makes the value of each key once, whoever asks at the same time, and keeps it. A failure is not kept. */
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
