import type { InputOf, Preferences, resources } from '@azulejo/contract';
import { type Reading, readingOf } from '../../kit/formats/reading.ts';

type Members = Omit<Preferences, 'tariff'>;

/** A change of preferences; a null member resets to the default. */
export type PreferencesChange = { [Name in keyof Members]?: Members[Name] | null } & Pick<
  InputOf<typeof resources.preferences.update>,
  'tariff'
>;

const KEY = 'azulejo.preferences';

export const isPreferencesKey = (key: string | null): boolean => key === KEY || key === null;

/**
 * Creates the document of preferences as this page shows it: the last saved one, which is cached, with the
 * changes that have no response yet.
 */
export function createPreferencesDocument(storage: () => Storage) {
  let saved = cachedIn(storage());
  let isKnown = storage().getItem(KEY) !== null;
  let unsaved: readonly PreferencesChange[] = [];
  let shown = saved;
  let reading = readingOf(shown, navigator.language);
  const listeners = new Set<() => void>();

  function show(): void {
    shown = unsaved.reduce(patched, saved);
    reading = readingOf(shown, navigator.language);
    for (const listener of listeners) listener();
  }

  return {
    get: (): Preferences => shown,
    /** Whether a document was read or cached, or none could be read. */
    isKnown: (): boolean => isKnown,
    setKnown: (): void => {
      if (isKnown) return;
      isKnown = true;
      show();
    },
    reading: (): Reading => reading,
    listeners,
    add: (change: PreferencesChange): void => {
      unsaved = [...unsaved, change];
      show();
    },
    remove: (change: PreferencesChange): void => {
      unsaved = unsaved.filter((one) => one !== change);
      show();
    },
    save: (document: Preferences): void => {
      saved = document;
      isKnown = true;
      storage().setItem(KEY, JSON.stringify(document));
      show();
    },
    /** Reads what another tab saved. */
    reload: (): void => {
      saved = cachedIn(storage());
      show();
    },
    forget: (): void => {
      saved = {};
      unsaved = [];
      isKnown = false;
      storage().removeItem(KEY);
      show();
    },
  };
}

function patched(document: Preferences, change: PreferencesChange): Preferences {
  const members = Object.entries({ ...document, ...change });
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

function cachedIn(storage: Storage): Preferences {
  try {
    const document: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof document === 'object' && document !== null ? document : {};
  } catch {
    return {};
  }
}
