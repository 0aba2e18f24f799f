/**
 * Why notifications could not be turned on. `dismissed`: the person closed the browser's question. `denied`: the
 * browser refuses. `unreachable`: the browser does not reach its push service, or has none. `worker`: the page's
 * service worker does not run.
 */
export type PushFailure = 'dismissed' | 'denied' | 'unreachable' | 'worker';

export class PushError extends Error {
  readonly failure: PushFailure;
  constructor(failure: PushFailure, cause?: unknown) {
    super(failure, { cause });
    this.name = 'PushError';
    this.failure = failure;
  }
}

const WORKER_URL = '/home/service-worker.js';
const WORKER_TIMEOUT_MS = 20_000;

/** Returns the page's registration with an active worker. Throws `PushError`. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  const timeout = AbortSignal.timeout(WORKER_TIMEOUT_MS);
  const tooLate = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new PushError('worker', timeout.reason)));
  });
  try {
    await serviceWorker.register(WORKER_URL, { scope: '/home' });
  } catch (error) {
    throw new PushError('worker', error);
  }
  return Promise.race([serviceWorker.ready, tooLate]);
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns whether a subscription is bound to the platform's key; another server cannot send to it. */
export function isBoundTo({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return key !== null && toBase64Url(key) === publicKey;
}

/** Returns the subscription of this browser, if it has one. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration('/home');
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Subscribes this browser with the platform's key. Throws `PushError`. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await activeRegistration();
  const present = await pushManager.getSubscription();
  if (present && isBoundTo(present, publicKey)) return present;
  await present?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new PushError(isRefused ? 'denied' : 'unreachable', error);
  }
}

/** Asks the person for permission, unless the browser has it. Throws `PushError`. */
export async function askPermission(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new PushError(permission === 'denied' ? 'denied' : 'dismissed');
}
