import type { Preferences } from '@azulejo/contract';
import { useSyncExternalStore } from 'react';
import { preferencesStore } from './preferences-store.ts';
import type { Reading } from './reading.ts';

/** Returns how numbers, dates and times are shown to this person; a change applies everywhere at once. */
export function usePreferences(): Reading {
  return useSyncExternalStore(preferencesStore.subscribe, preferencesStore.reading);
}

/** Returns only what the person set, without defaults. */
export function usePreferencesDocument(): Preferences {
  return useSyncExternalStore(preferencesStore.subscribe, preferencesStore.document);
}

export { formatDateTime, formatTime } from './format-time.ts';
