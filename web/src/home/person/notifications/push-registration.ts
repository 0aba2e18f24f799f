import type { Client } from '@azulejo/sdk';
import { browserOf } from '../../../design/browser-of.ts';

/** Records that this browser receives a person's notifications, with its id and its subscription. */
export type Own = { readonly owner: string; readonly id: string; readonly endpoint: string };

/** Subscribes, and adds this browser to the person's list. */
export async function addThisBrowser(client: Client, publicKey: string) {
  const { endpoint = '', keys = {} } = (await subscribe(publicKey)).toJSON();
  const { name } = browserOf(navigator.userAgent, 'Browser');
  const { p256dh = '', auth = '' } = keys;
  const browser = await client.notifications.addBrowser({ endpoint, keys: { p256dh, auth }, name });
  return { browser, endpoint };
}

/**
 * Returns what this browser needs to get notifications again. One that was removed from the list while its
 * subscription stayed the same was removed on purpose.
 */
export async function findRepair(client: Client, own: Own) {
  const [{ public_key: publicKey, browsers }, subscription] = await Promise.all([
    client.notifications.get(),
    findSubscription(),
  ]);
  const isListed = browsers.some(({ id }) => id === own.id);
  const isSame = subscription?.endpoint === own.endpoint;
  const isGood = isListed && isSame && isBoundTo(subscription, publicKey);
  const isRemoved = !isListed && (isSame || !subscription);
  const repair: 'none' | 'forget' | 'register' = isGood ? 'none' : isRemoved ? 'forget' : 'register';
  return { repair, publicKey, isListed };
}

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
function isBoundTo({ options }: PushSubscription, publicKey: string): boolean {
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
async function subscribe(publicKey: string): Promise<PushSubscription> {
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
