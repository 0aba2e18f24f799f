import { LRUCache } from 'lru-cache';

export type CachedBytes = {
  bytes: Buffer;
  revision: string;
  /** When the bytes become stale, for instance because a grant expires; in milliseconds since 1970. */
  validUntil: number;
};

/**
 * Creates an LRU cache of serialized lists, bounded in bytes. The key must contain the revision of the list.
 */
export function createByteCache(maxBytes: number) {
  const cache = new LRUCache<string, CachedBytes>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => entry.bytes.length + key.length,
  });
  const making = new Map<string, Promise<CachedBytes>>();

  async function makeAndSet(key: string, make: () => Promise<CachedBytes>): Promise<CachedBytes> {
    const made = await make();
    cache.set(key, made);
    return made;
  }

  return {
    /** Returns the cached bytes or makes them. Concurrent callers share one `make`. */
    async get(key: string, now: number, make: () => Promise<CachedBytes>): Promise<CachedBytes> {
      const known = cache.get(key);
      if (known && known.validUntil > now) return known;
      const made = making.get(key) ?? makeAndSet(key, make).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}

export type ByteCache = ReturnType<typeof createByteCache>;
