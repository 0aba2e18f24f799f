import type { Preferences } from '@azulejo/contract';
import { useSyncExternalStore } from 'react';
import { preferencesStore } from './preferences-store.ts';
import type { Reading } from './reading.ts';

/** How to show numbers, dates and times to this person; a change acts at once wherever it is used. */
export function usePreferences(): Reading {
  return useSyncExternalStore(preferencesStore.subscribe, preferencesStore.reading);
}

/** What the person said, and no more. */
export function usePreferencesDocument(): Preferences {
  return useSyncExternalStore(preferencesStore.subscribe, preferencesStore.document);
}

export { formatDateTime, formatTime } from './format-time.ts';
