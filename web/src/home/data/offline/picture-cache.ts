import type { Lists } from '../session/home-data.ts';

/** Cache of pictures that people uploaded; the service worker only reads it. */
const OWN_CACHE = 'azulejo-own-pictures';
const MAX_OWN_PICTURES = 200;

const isOfKind = (url: string): boolean => new URL(url).pathname.startsWith('/images/');
const isOurs = (url: string): boolean => URL.parse(url)?.origin === location.origin;

/** Stores nothing on a shared computer, and nothing after the person's data was removed. */
export function createPictureCache(isShared: () => boolean) {
  const forgetting = new AbortController();
  let keeping: Promise<void> = Promise.resolve();
  return {
    /**
     * Fetches missing pictures that people uploaded for offline use, and removes old ones. Tiles show no pictures of
     * kinds of device: the service worker stores those when a device page shows one.
     */
    keep: async ({ tiles }: Pick<Lists, 'tiles'>, signal: AbortSignal): Promise<void> => {
      if (!('caches' in globalThis) || isShared()) return;
      const urls = [...new Set(tiles.map(({ photoUrl }) => photoUrl).filter(isOurs))];
      const either = AbortSignal.any([signal, forgetting.signal]);
      keeping = keeping.then(() => keepAll(urls, either)).catch(() => {});
      await keeping;
    },
    /** Removes the person's own pictures. A running fetch ends first, because it would create the cache again. */
    forget: async (): Promise<void> => {
      if (!('caches' in globalThis)) return;
      forgetting.abort();
      await keeping;
      await caches.delete(OWN_CACHE).catch(() => {});
    },
  };
}

export type PictureCache = ReturnType<typeof createPictureCache>;

async function keepAll(urls: readonly string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const own = urls.filter((url) => !isOfKind(url)).slice(0, MAX_OWN_PICTURES);
  const cache = await caches.open(OWN_CACHE);
  for (const { url } of await cache.keys()) if (!own.includes(url)) await cache.delete(url);
  await addMissing(cache, own, signal);
}

/** Adds pictures one at a time, so that everything else on the page loads first. */
async function addMissing(cache: Cache, urls: readonly string[], signal: AbortSignal): Promise<void> {
  const known = new Set((await cache.keys()).map(({ url }) => url));
  for (const url of urls) {
    if (signal.aborted) return;
    if (!known.has(url)) await cache.add(new Request(url, { signal })).catch(() => {});
  }
}
