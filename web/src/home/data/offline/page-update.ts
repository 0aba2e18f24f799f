const HOUR_MS = 3_600_000;

/** Creates the store of a newer version of the page that waits to be activated. */
export function createPageUpdate() {
  const listeners = new Set<() => void>();
  let take: (() => void) | undefined;
  return {
    isReady: (): boolean => take !== undefined,
    watch: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Activates the newer version. */
    take: (): void => take?.(),
    /** Adds a newer version, and the function that activates it. */
    offer: (how: () => void): void => {
      take = how;
      for (const listener of [...listeners]) listener();
    },
  };
}

export type PageUpdate = ReturnType<typeof createPageUpdate>;

const reload = () => location.reload();

/**
 * Stores the page on this device. A newer version waits until the person asks for it, so that no work is
 * interrupted.
 */
export async function keepPage({ offer }: PageUpdate): Promise<void> {
  // Files of an earlier version no longer exist on the platform.
  addEventListener('vite:preloadError', () => offer(reload));
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let hadOne = serviceWorker.controller !== null;
  let isRequested = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first version activates automatically. If another tab asked for the new version, this page continues.
    if (isRequested) reload();
    else if (hadOne) offer(reload);
    hadOne = true;
  });
  const offerWorker = (worker: ServiceWorker) =>
    offer(() => {
      isRequested = true;
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
  // The browser checks for a newer version on its own, perhaps before a slow page gets here.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  setInterval(() => void registration.update().catch(() => {}), HOUR_MS);
}
