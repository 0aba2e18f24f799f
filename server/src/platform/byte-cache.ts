import { LRUCache } from 'lru-cache';

export type CachedBytes = {
  bytes: Buffer;
  revision: string;
  /** Milliseconds since 1970 at which it stops being true, e.g. when a grant expires. */
  validUntil: number;
};

/** Serialized lists, bounded in bytes. It holds bytes, never truth: the key carries the revision of what they show. */
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
    /** Who asks while it is being made waits for that making. */
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
