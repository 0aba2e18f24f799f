import type { Preferences } from '@azulejo/contract';
import { client } from '../client.ts';
import { keptStorage } from '../sign-in/kept-sign-in.ts';
import { type Reading, readingOf } from './reading.ts';

/** A change of preferences; a null member resets to the default. */
export type PreferencesChange = { [Name in keyof Preferences]?: Preferences[Name] | null };

const KEY = 'azulejo.preferences';
const EVERY_MS = 60_000;

/** The last saved preferences, and changes without a response yet. Both together are shown. */
let saved = kept();
let unsaved: readonly PreferencesChange[] = [];
let shown = saved;
let reading = readingOf(shown, navigator.language);
/** Increased by every change, so that an earlier response does not replace it. */
let changes = 0;
/** Settles after the last request. */
let asking: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();

/**
 * The preferences of the signed-in person. They are cached, so that they are available before the platform
 * responds, and offline. They are one of two documents that share units and hours: what a phone app sets
 * applies here too.
 */
export const preferencesStore = {
  document: (): Preferences => shown,
  reading: (): Reading => reading,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) startFollowing();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stopFollowing();
    };
  },

  /**
   * Applies a change optimistically everywhere; a change that the platform refuses is reverted, and the error
   * thrown.
   */
  async change(change: PreferencesChange): Promise<void> {
    changes += 1;
    unsaved = [...unsaved, change];
    show();
    // Requests are sent one after the other, so that their responses stay in order.
    const answer = asking.then(() => client.preferences.update({ user_id: 'me', ...change }));
    asking = answer.catch(() => {});
    try {
      save(await answer);
    } finally {
      changes += 1;
      unsaved = unsaved.filter((one) => one !== change);
      show();
    }
  },

  async refresh(): Promise<void> {
    if (!(await client.token())) return;
    const asked = changes;
    const answer = await client.preferences.get({ user_id: 'me' });
    if (asked !== changes) return;
    save(answer);
    show();
  },

  /** Clears the preferences at sign-out. */
  forget(): void {
    changes += 1;
    saved = {};
    unsaved = [];
    keptStorage().removeItem(KEY);
    show();
  },
};

function save(document: Preferences): void {
  saved = document;
  keptStorage().setItem(KEY, JSON.stringify(document));
}

function show(): void {
  shown = unsaved.reduce(patched, saved);
  reading = readingOf(shown, navigator.language);
  for (const listener of listeners) listener();
}

function patched(document: Preferences, change: PreferencesChange): Preferences {
  const members = Object.entries({ ...document, ...change });
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

function kept(): Preferences {
  try {
    const document: unknown = JSON.parse(keptStorage().getItem(KEY) ?? '{}');
    return typeof document === 'object' && document !== null ? document : {};
  } catch {
    return {};
  }
}

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Follows changes: those of other tabs at once, those of other devices when the page becomes visible and
 * every minute.
 */
function startFollowing(): void {
  window.addEventListener('storage', hearOtherTab);
  document.addEventListener('visibilitychange', follow);
  timer = setInterval(follow, EVERY_MS);
  follow();
}

function stopFollowing(): void {
  window.removeEventListener('storage', hearOtherTab);
  document.removeEventListener('visibilitychange', follow);
  clearInterval(timer);
}

function hearOtherTab({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return;
  saved = kept();
  show();
}

/** Refreshes the preferences; without a response the cached ones stay. */
function follow(): void {
  if (document.visibilityState === 'visible') preferencesStore.refresh().catch(() => {});
}
