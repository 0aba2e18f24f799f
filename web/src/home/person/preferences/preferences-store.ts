import type { Preferences } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { createContext } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import {
  createPreferencesDocument,
  isPreferencesKey,
  type PreferencesChange,
} from './preferences-document.ts';

type Options = { readonly client: Client; readonly storage: () => Storage };

const EVERY_MS = 60_000;

/**
 * The preferences of the signed-in person. They are cached, so that they are available before the platform
 * responds, and offline. They are one of two documents that share units and hours: what a phone app sets
 * applies here too.
 */
export type PreferencesStore = {
  document(): Preferences;
  /** Whether the preferences were read once, on this device at any time; also when they cannot be read. */
  isKnown(): boolean;
  reading(): Reading;
  subscribe(listener: () => void): () => void;
  /**
   * Applies a change optimistically everywhere; a change that the platform refuses is reverted, and the error
   * thrown.
   */
  change(change: PreferencesChange): Promise<void>;
  /** Clears the preferences at sign-out. */
  forget(): void;
};

export function createPreferencesStore({ client, storage }: Options): PreferencesStore {
  const shown = createPreferencesDocument(storage);
  /** Increased by every change, so that an earlier response does not replace it. */
  let changes = 0;
  /** Settles after the last request. */
  let asking: Promise<unknown> = Promise.resolve();
  let unfollow = () => {};

  async function refresh(): Promise<void> {
    if (!(await client.token())) return;
    const requested = changes;
    try {
      const answer = await client.preferences.get({ user_id: 'me' });
      if (requested === changes) shown.save(answer);
    } finally {
      shown.setKnown();
    }
  }

  let refreshing: Promise<void> | undefined;
  const refreshOnce = (): Promise<void> => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  return {
    document: shown.get,
    isKnown: shown.isKnown,
    reading: shown.reading,
    subscribe: (listener) => {
      shown.listeners.add(listener);
      if (shown.listeners.size === 1) unfollow = follow(refreshOnce, shown.reload);
      // The first listeners come before the person signs in, when there is nothing to read yet.
      else if (!shown.isKnown()) refreshOnce().catch(() => {});
      return () => {
        shown.listeners.delete(listener);
        if (shown.listeners.size === 0) unfollow();
      };
    },
    change: async (change) => {
      changes += 1;
      shown.add(change);
      // Requests are sent one after the other, so that their responses stay in order.
      const answer = asking.then(() => client.preferences.update({ user_id: 'me', ...change }));
      asking = answer.catch(() => {});
      try {
        shown.save(await answer);
      } finally {
        changes += 1;
        shown.remove(change);
      }
    },
    forget: () => {
      changes += 1;
      shown.forget();
    },
  };
}

/**
 * Follows changes: those of other tabs immediately, those of other devices when the page becomes visible and
 * every minute. Without a response the cached preferences stay. Returns a function that stops it.
 */
function follow(refresh: () => Promise<void>, reload: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const refreshIfVisible = () => {
    if (document.visibilityState === 'visible') refresh().catch(() => {});
  };
  addEventListener('storage', ({ key }) => isPreferencesKey(key) && reload(), { signal });
  document.addEventListener('visibilitychange', refreshIfVisible, { signal });
  const timer = setInterval(refreshIfVisible, EVERY_MS);
  refreshIfVisible();
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}

export const PreferencesContext = createContext<PreferencesStore | undefined>(undefined);

export const usePreferencesStore = (): PreferencesStore =>
  useRequired(PreferencesContext, 'PreferencesContext');
