import type { NotificationBrowser } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { createContext } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import type { SignInStorage } from '../../data/session/sign-in-storage.ts';
import type { Own } from './push-registration.ts';
import { type PushSupport, readPushSupport } from './push-support.ts';

const KEY = 'azulejo.push';
/** Signing out does not wait longer for the platform to remove this browser. */
const REMOVAL_TIMEOUT_MS = 3_000;

/** Loads what only browsers that get notifications need; the page where they are turned on has loaded it. */
const load = () => import('./push-registration.ts');

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
      // The person may change the browser's settings in the meantime, or turn notifications on in another tab.
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
    const { browser, endpoint } = await (await load()).addThisBrowser(client, publicKey);
    write({ owner: (await me()) ?? '', id: browser.id, endpoint });
    return browser;
  }

  /** Ends the subscription, so that its push service refuses what the platform still sends. */
  async function forget(): Promise<void> {
    if (!read()) return;
    write(undefined);
    await navigator.clearAppBadge?.().catch(() => {});
    const subscription = await (await load()).findSubscription();
    await subscription?.unsubscribe();
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
        await (await load()).askPermission();
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
      const { repair, publicKey, isListed } = await (await load()).findRepair(client, own);
      if (repair === 'forget') return forget();
      if (repair !== 'register' || Notification.permission !== 'granted') return;
      const { id } = await register(publicKey);
      if (isListed && id !== own.id) await client.notifications.removeBrowser({ browser_id: own.id });
    },
  };
}

const removeBrowser = (client: Client, { id }: Own) =>
  client.notifications.removeBrowser({ browser_id: id }, { signal: AbortSignal.timeout(REMOVAL_TIMEOUT_MS) });

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
