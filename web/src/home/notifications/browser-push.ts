import type { NotificationBrowser } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { createContext } from 'react';
import { browserOf } from '../../design/browser-of.ts';
import { useRequired } from '../../design/use-required.ts';
import type { SignInStorage } from '../session/sign-in-storage.ts';
import { askPermission, findSubscription, isBoundTo, subscribe } from './push-subscription.ts';
import { type PushSupport, readPushSupport } from './push-support.ts';

const KEY = 'azulejo.push';
/** Signing out does not wait longer for the platform to remove this browser. */
const REMOVAL_TIMEOUT_MS = 3_000;

/** That this browser gets the notifications of a person, as what, and with which subscription. */
type Own = { readonly owner: string; readonly id: string; readonly endpoint: string };

type Options = { readonly client: Client; readonly signIn: SignInStorage };

/** Creates the store of what this browser is in the list, for all tabs. */
function createOwnStore() {
  const listeners = new Set<() => void>();
  let stored: { text: string | null; own: Own | undefined } = { text: null, own: undefined };

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }
  return {
    notify,
    read(): Own | undefined {
      const text = localStorage.getItem(KEY);
      if (text !== stored.text) stored = { text, own: parse(text) };
      return stored.own;
    },
    write(own: Own | undefined): void {
      if (own) localStorage.setItem(KEY, JSON.stringify(own));
      else localStorage.removeItem(KEY);
      notify();
    },
    watch(listener: () => void): () => void {
      listeners.add(listener);
      // The person may change the browser's settings meanwhile, or turn notifications on in another tab.
      for (const type of ['focus', 'storage']) addEventListener(type, listener);
      return () => {
        listeners.delete(listener);
        for (const type of ['focus', 'storage']) removeEventListener(type, listener);
      };
    },
  };
}

/**
 * Creates the store of whether this browser gets the person's notifications. It remembers under which id, so that
 * the list of browsers shows which one is this.
 */
export function createBrowserPush({ client, signIn }: Options) {
  const { read, write, watch, notify } = createOwnStore();
  const me = async () => (await client.token())?.owner_id;

  async function register(publicKey: string): Promise<NotificationBrowser> {
    const { browser, endpoint } = await addThisBrowser(client, publicKey);
    write({ owner: (await me()) ?? '', id: browser.id, endpoint });
    return browser;
  }

  /** Ends the subscription, so that its push service refuses what the platform still sends. */
  async function forget(): Promise<void> {
    if (!read()) return;
    write(undefined);
    await navigator.clearAppBadge?.().catch(() => {});
    await (await findSubscription())?.unsubscribe();
  }

  return {
    support: (): PushSupport => readPushSupport(signIn.isShared()),
    /** Returns the id of this browser in the list, if it was turned on here by the person of this id. */
    ownId: (owner: string | undefined): string | undefined =>
      owner !== undefined && read()?.owner === owner ? read()?.id : undefined,
    watch,

    /** Asks for permission, subscribes and registers this browser. Throws `PushError`. */
    async turnOn(publicKey: string): Promise<NotificationBrowser> {
      try {
        await askPermission();
        return await register(publicKey);
      } finally {
        notify();
      }
    },

    /** Removes this browser from the list, and ends its subscription. */
    async turnOff(): Promise<void> {
      const own = read();
      if (own && own.owner === (await me())) await removeBrowser(client, own).catch(() => {});
      await forget();
    },

    forget,

    /**
     * Registers this browser again when its subscription was replaced or ended, or the platform has another key.
     */
    async repair(): Promise<void> {
      const own = read();
      if (!own || own.owner !== (await me()) || readPushSupport(signIn.isShared()) !== 'ready') return;
      const { repair, publicKey, isListed } = await findRepair(client, own);
      if (repair === 'forget') return forget();
      if (repair !== 'register' || Notification.permission !== 'granted') return;
      const { id } = await register(publicKey);
      if (isListed && id !== own.id) await client.notifications.removeBrowser({ browser_id: own.id });
    },
  };
}

const removeBrowser = (client: Client, { id }: Own) =>
  client.notifications.removeBrowser({ browser_id: id }, { signal: AbortSignal.timeout(REMOVAL_TIMEOUT_MS) });

/** Subscribes, and adds this browser to the person's list. */
async function addThisBrowser(client: Client, publicKey: string) {
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
async function findRepair(client: Client, own: Own) {
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

export type BrowserPush = ReturnType<typeof createBrowserPush>;

export const BrowserPushContext = createContext<BrowserPush | undefined>(undefined);

export const useBrowserPush = (): BrowserPush => useRequired(BrowserPushContext, 'BrowserPushContext');

function parse(text: string | null): Own | undefined {
  try {
    const { owner, id, endpoint } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    if (typeof owner !== 'string' || typeof id !== 'string' || typeof endpoint !== 'string') return undefined;
    return { owner, id, endpoint };
  } catch {
    return undefined;
  }
}
