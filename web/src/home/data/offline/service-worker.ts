import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { handlePushEvents } from './push-events.ts';

/** Files of this version, the page first; the build inserts them here. */
declare const KEPT: readonly { readonly url: string; readonly revision: string | null }[];
type Waiting = { waitUntil(work: Promise<unknown>): void };
declare const self: { skipWaiting(): Promise<void> } & Parameters<typeof handlePushEvents>[0];

/** See picture-cache.ts. */
const OWN_PICTURES = 'azulejo-own-pictures';
const [page] = KEPT;
const pageUrl = page?.url ?? '';
const scripts = KEPT.filter(({ url }) => url.endsWith('.js')).map(({ url }) => url);

/**
 * Serves the page of this version for every URL, with or without a connection. The response is cached as a
 * whole, because its policy and its page contain the same nonce. The first matching route is used: after that of
 * the precached files, the page's own URL would be served without being updated.
 */
registerRoute(
  new NavigationRoute(async ({ event, request }) => {
    const kept = await matchPrecache(pageUrl);
    if (!kept) return fetch(request);
    (event as unknown as Waiting).waitUntil(refreshPage().catch(() => {}));
    return kept;
  }),
);

precacheAndRoute([...KEPT]);
cleanupOutdatedCaches();
clientsClaim();
handlePushEvents(self);

/** Serves pictures of kinds of device. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
  new StaleWhileRevalidate({ cacheName: 'azulejo-pictures' }),
);

/**
 * Serves pictures that people uploaded. The page caches those of the home, so that signing out can remove
 * them.
 */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/uploads/'),
  async ({ request }) => (await caches.match(request.url, { cacheName: OWN_PICTURES })) ?? fetch(request),
);

/**
 * Updates the cached page, which may change without a new version, for example in its policy or the
 * application's id.
 */
async function refreshPage(): Promise<void> {
  const key = getCacheKeyForURL(pageUrl);
  const fresh = await fetch(pageUrl, { cache: 'no-store' });
  if (!fresh.ok || key === undefined) return;
  const text = await fresh.clone().text();
  const isThisVersion = scripts.some((url) => text.includes(`src="${url}"`));
  if (isThisVersion) await (await caches.open(cacheNames.precache)).put(key, fresh);
}

self.addEventListener('message', ({ data }: Event & { data?: unknown }) => {
  if (data === 'take over') void self.skipWaiting();
});
