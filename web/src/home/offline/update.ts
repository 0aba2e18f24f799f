const HOUR_MS = 3_600_000;
const listeners = new Set<() => void>();
let take: (() => void) | undefined;

/** The version that waits to take over, and what happens when the person lets it. */
export const update = {
  isReady: (): boolean => take !== undefined,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  take: (): void => take?.(),
};

function offer(how: () => void): void {
  take = how;
  for (const listener of [...listeners]) listener();
}

const reload = () => location.reload();

/** Keeps the page on this device. A newer version waits until it is asked for: what somebody is doing is not taken away. */
export async function keepPage(): Promise<void> {
  // Files of an earlier version are gone from the platform when they are asked for.
  addEventListener('vite:preloadError', () => offer(reload));
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let hadOne = serviceWorker.controller !== null;
  let isAsked = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first version takes over by itself, and in other tabs than the one that was asked this page goes on.
    if (isAsked) reload();
    else if (hadOne) offer(reload);
    hadOne = true;
  });
  const offerWorker = (worker: ServiceWorker) =>
    offer(() => {
      isAsked = true;
      worker.postMessage('take over');
    });
  const registration = await serviceWorker.register('/home/service-worker.js', { scope: '/home' });
  if (registration.waiting && hadOne) offerWorker(registration.waiting);
  const followInstalling = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && hadOne) offerWorker(installing);
    });
  };
  // The browser looks for a newer version by itself, before a slow page has come so far.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  setInterval(() => void registration.update().catch(() => {}), HOUR_MS);
}
