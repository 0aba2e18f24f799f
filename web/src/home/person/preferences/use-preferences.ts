import type { Preferences } from '@azulejo/contract';
import { useSyncExternalStore } from 'react';
import type { Reading } from '../../kit/formats/reading.ts';
import { usePreferencesStore } from './preferences-store.ts';

/** Returns how numbers, dates and times are shown to this person; a change applies everywhere immediately. */
export function usePreferences(): Reading {
  const { subscribe, reading } = usePreferencesStore();
  return useSyncExternalStore(subscribe, reading);
}

/** Returns only what the person set, without defaults. */
export function usePreferencesDocument(): Preferences {
  const { subscribe, document } = usePreferencesStore();
  return useSyncExternalStore(subscribe, document);
}

/** Returns whether the preferences are known, so that what depends on them does not change a moment later. */
export function useArePreferencesKnown(): boolean {
  const { subscribe, isKnown } = usePreferencesStore();
  return useSyncExternalStore(subscribe, isKnown);
}

export { formatDateTime, formatTime } from '../../kit/formats/format-time.ts';
