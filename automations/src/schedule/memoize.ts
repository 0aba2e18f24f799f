/** Returns a function that remembers its last `limit` different results. The oldest one is forgotten first. */
export function memoize<Key, Value>(limit: number, compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const value = compute(key);
    if (known.size >= limit) {
      const oldest = known.keys().next();
      if (oldest.done !== true) known.delete(oldest.value);
    }
    known.set(key, { value });
    return value;
  };
}
