const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;

/** The version that waits to take over, and what happens when the person lets it. */
export const update = {
  isReady: (): boolean => waiting !== undefined,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  take: (): void => waiting?.postMessage('take over'),
};

function offer(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of [...listeners]) listener();
}

/** Keeps the page on this device. A newer version waits until it is asked for: what somebody is doing is not taken away. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first version takes over by itself, and nothing is loaded anew for it.
  const hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => hadOne && location.reload());
  const registration = await serviceWorker.register('/home/service-worker.js', { scope: '/home' });
  const isUpdate = () => serviceWorker.controller !== null;
  if (registration.waiting && isUpdate()) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isUpdate()) offer(worker);
    });
  });
}
