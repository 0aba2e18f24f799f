import type { Preferences } from '@azulejo/contract';
import { client } from '../client.ts';
import { keptStorage } from '../sign-in/kept-sign-in.ts';
import { type Reading, readingOf } from './reading.ts';

/** A member that is null goes back to what is usual. */
export type PreferencesChange = { [Name in keyof Preferences]?: Preferences[Name] | null };

const KEY = 'azulejo.preferences';
const EVERY_MS = 60_000;

/** What the platform said last, and what it has not answered yet. Shown is the one with the other. */
let saved = kept();
let unsaved: readonly PreferencesChange[] = [];
let shown = saved;
let reading = readingOf(shown, navigator.language);
/** Raised by every change, so that an answer from before one is not taken for the state after it. */
let changes = 0;
/** Until what was asked for last is answered. */
let asking: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();

/**
 * The preferences of who is signed in. Kept, so that they are there before the platform answers, and without it. They are
 * one of two documents, which share units and hours: what a phone app set there holds here too.
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

  /** Holds at once everywhere; what the platform refuses is taken back, and thrown. */
  async change(change: PreferencesChange): Promise<void> {
    changes += 1;
    unsaved = [...unsaved, change];
    show();
    // One after the other: the answer to an earlier one may not come after that to a later.
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

  /** At sign-out. */
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

/** Other tabs are heard at once; other devices when the page is looked at, and every minute while it is. */
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

/** Without an answer, what is kept goes on to hold. */
function follow(): void {
  if (document.visibilityState === 'visible') preferencesStore.refresh().catch(() => {});
}
