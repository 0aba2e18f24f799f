import { createStore, del, get, set } from 'idb-keyval';
import type { Lists } from '../live/lists.ts';
import type { Reported } from '../live/values.ts';
import { isSharedComputer } from '../sign-in/kept-sign-in.ts';

/** The last known home, so that it opens without a connection. */
export type KeptHome = {
  readonly lists: Lists;
  readonly values: readonly Reported[];
  /** Time of the copy in ISO 8601. */
  readonly savedAt: string;
};

type Owned<T> = { readonly owner: string; readonly content: T };

/** The lists are large and rarely change; the values change often. */
const LISTS = 'lists';
const VALUES = 'values';
const open = () => createStore('azulejo-home', 'kept');
let store: ReturnType<typeof createStore> | undefined;
const kept = () => {
  store ??= open();
  return store;
};

/** Ignores failures: a browser may have no space, or not offer storage to this page. */
const quietly = (work: Promise<unknown>): Promise<void> => work.then(ignore, ignore);
const ignore = (): undefined => undefined;

let isForgotten = false;

/** Stores nothing on a shared computer, and nothing after the person removed the data. */
async function keep(key: string, owned: Owned<unknown>): Promise<void> {
  if (!isForgotten && !isSharedComputer()) await quietly(set(key, owned, kept()));
}

export const keepLists = (owner: string, content: Lists): Promise<void> => keep(LISTS, { owner, content });

export const keepValues = (owner: string, values: readonly Reported[], savedAt: string): Promise<void> =>
  keep(VALUES, { owner, content: { values, savedAt } });

/** Returns the cached home of this person, never of another one. */
export async function readKept(owner: string): Promise<KeptHome | undefined> {
  const read = async <T>(key: string): Promise<T | undefined> => {
    const found = await get<Owned<T>>(key, kept()).catch(ignore);
    return found?.owner === owner ? found.content : undefined;
  };
  const [lists, last] = await Promise.all([
    read<Lists>(LISTS),
    read<Pick<KeptHome, 'values' | 'savedAt'>>(VALUES),
  ]);
  return lists && last && { lists, ...last };
}

/** Deletes everything of a home from this device, until the page is loaded again. */
export async function forgetKept(): Promise<void> {
  isForgotten = true;
  await quietly(Promise.all([del(LISTS, kept()), del(VALUES, kept())]));
}
