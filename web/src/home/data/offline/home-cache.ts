import { createStore, del, get, set } from 'idb-keyval';
import type { Lists, Reported } from '../session/home-data.ts';

/** The last known home, so that it opens without a connection. */
export type CachedHome = {
  readonly lists: Lists;
  readonly values: readonly Reported[];
  /** Time of the copy in ISO 8601. */
  readonly savedAt: string;
};

type Owned<T> = { readonly owner: string; readonly content: T };

/** The lists are large and rarely change; the values change often. */
const LISTS = 'lists';
const VALUES = 'values';

/** Ignores failures: a browser may have no space, or not offer storage to this page. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** Stores nothing on a shared computer, and nothing after the person removed the data. */
export function createHomeCache(isShared: () => boolean) {
  let store: ReturnType<typeof createStore> | undefined;
  let isForgotten = false;
  const open = () => {
    store ??= createStore('azulejo-home', 'kept');
    return store;
  };

  async function keep(key: string, owned: Owned<unknown>): Promise<void> {
    if (!isForgotten && !isShared()) await quietly(() => set(key, owned, open()));
  }

  return {
    keepLists: (owner: string, content: Lists): Promise<void> => keep(LISTS, { owner, content }),
    keepValues: (owner: string, values: readonly Reported[], savedAt: string): Promise<void> =>
      keep(VALUES, { owner, content: { values, savedAt } }),
    /** Returns the cached home of this person, never of another one. */
    read: async (owner: string): Promise<CachedHome | undefined> => {
      const read = async <T>(key: string): Promise<T | undefined> => {
        const found = await quietly(() => get<Owned<T>>(key, open()));
        return found?.owner === owner ? found.content : undefined;
      };
      const [lists, last] = await Promise.all([
        read<Lists>(LISTS),
        read<Pick<CachedHome, 'values' | 'savedAt'>>(VALUES),
      ]);
      return lists && last && { lists, ...last };
    },
    /** Deletes everything of a home from this device, until the page is loaded again. */
    forget: async (): Promise<void> => {
      isForgotten = true;
      await quietly(() => Promise.all([del(LISTS, open()), del(VALUES, open())]));
    },
  };
}

export type HomeCache = ReturnType<typeof createHomeCache>;
