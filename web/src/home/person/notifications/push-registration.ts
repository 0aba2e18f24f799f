import type { Client } from '@azulejo/sdk';
import { browserOf } from '../../../design/browser-of.ts';
import { findSubscription, isBoundTo, subscribe } from './push-subscription.ts';

export { askPermission, findSubscription, PushError, type PushFailure } from './push-subscription.ts';

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
