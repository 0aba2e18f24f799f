import type { ValueList } from '@azulejo/contract';
import { backoffMs, type Client } from '@azulejo/sdk';
import type { Offline } from '../offline/offline.ts';
import { createOfflineCache, type OfflineCache } from '../offline/offline-cache.ts';
import {
  type Lists,
  marksOf,
  type Reported,
  readArrangement,
  readLists,
  readValues,
} from '../session/home-data.ts';
import { type Connection, isSignInOver, keepConnection } from './connection.ts';
import { createConnectionDisplay } from './connection-display.ts';
import { followArrangement } from './follow-arrangement.ts';
import type { HomeStateStore } from './home-state.ts';
import { pause } from './pause.ts';
import type { Values } from './values.ts';
import type { Writes } from './writes.ts';

type Options = {
  readonly client: Client;
  readonly offline: Offline;
  readonly state: HomeStateStore;
  readonly values: Values;
  readonly writes: Writes;
};

export type HomeSession = {
  connection(): Connection | undefined;
  refresh(): Promise<void>;
  /** Reads the values that no connection reports, if there is none. */
  readUnreported(): Promise<void>;
  /** Accepts a value that did not come over the connection. */
  accept(value: Reported): void;
  end(): void;
};

/** Runs a session from sign-in to sign-out: shows the cached home, then the current one, then its changes. */
export function beginHomeSession(options: Options): HomeSession {
  const { client, offline, state, values, writes } = options;
  const over = new AbortController();
  const { signal } = over;
  let offlineCache: OfflineCache | undefined;
  let connection: Connection | undefined;
  const onRead = (read: Lists) => offlineCache?.lists(read);
  const lists = createHomeLists({ client, state, signal, onRead, readNewValues: readAgain });
  const display = createConnectionDisplay(state, lists.refreshIfOld);

  async function begin(): Promise<void> {
    const owner = (await client.token())?.owner_id;
    if (owner === undefined || signal.aborted) return;
    offlineCache = createOfflineCache(offline, { owner, readValues: values.all });
    const showing = showCached(options, owner, () => lists.isRead() || signal.aborted);
    const isRead = await readWithRetries(state, signal, async () => {
      await Promise.all([readValues(client, connect).then(takeAll), lists.refresh()]);
      if (lacksValues(options, await showing)) await readAgain();
    });
    if (isRead) keepRead(state, offlineCache);
    if (!lists.isRead() || signal.aborted) return;
    display.begin();
    followArrangement({ isCurrent: lists.isCurrent, onChanged: lists.refresh, signal });
  }

  /** Opens the connection before anything else is read, because it needs only the cursor. */
  function connect(after: string, reading: Promise<ValueList['elements']>): void {
    const followed = { client, after, values: reading, onChange: accept, onState: display.change };
    if (!signal.aborted) connection ??= keepConnection(followed);
  }

  function takeAll(elements: readonly Reported[]): void {
    for (const element of elements) if (!signal.aborted) values.take(element);
  }

  function accept(value: Reported): void {
    if (!values.take(value)) return;
    offlineCache?.note();
    writes.applyReport(value, value.data);
    if (!state.get().channels.has(value.channel)) lists.refreshIfOld();
  }

  /** Reads all values again. Those that are known change nothing. */
  async function readAgain(): Promise<void> {
    for (const value of await readValues(client, connect)) if (!signal.aborted) accept(value);
  }

  const onSight = () => document.visibilityState === 'visible' && lists.refreshIfOld();
  document.addEventListener('visibilitychange', onSight, { signal });
  void begin();
  const end = () => {
    over.abort();
    offlineCache?.end();
    display.end();
    connection?.close();
  };
  const readUnreported = async () => (connection?.live()?.state === 'online' ? undefined : readAgain());
  return { connection: () => connection, refresh: lists.refresh, readUnreported, accept, end };
}

/**
 * Whether a new channel has no value, as after a device was added between the reads of values and lists. `cached` are
 * the channels that this browser knew before: those of them without a value have never reported one.
 */
function lacksValues({ state, values }: Options, cached: ReadonlySet<string>): boolean {
  const reported = new Set(values.all().map(({ channel }) => channel));
  return [...state.get().channels.keys()].some((id) => !reported.has(id) && !cached.has(id));
}

/** Shows the cached home of this person, unless the current one was read first. Returns its channels. */
async function showCached(
  { offline, state, values }: Options,
  owner: string,
  isLate: () => boolean,
): Promise<ReadonlySet<string>> {
  const cached = await offline.home.read(owner);
  if (cached && !isLate()) {
    for (const value of cached.values) values.take(value);
    state.showLists(cached.lists, { isCached: true, cachedSince: cached.savedAt });
  }
  return new Set(cached?.lists.channels.map(({ id }) => id));
}

/** Saves what was just read in the offline cache. */
function keepRead(state: HomeStateStore, cache: OfflineCache): void {
  state.set({ isCached: false });
  cache.note();
  cache.keep();
}

/** Reads the home with retries, and returns whether it succeeded; until it does, the cached copy is shown. */
async function readWithRetries(
  state: HomeStateStore,
  signal: AbortSignal,
  read: () => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; !signal.aborted; await pause(backoffMs(attempt), signal), attempt += 1) {
    try {
      await read();
      return true;
    } catch (error) {
      if (isSignInOver(error)) return false;
      state.set({ error, state: navigator.onLine ? 'connecting' : 'offline' });
    }
  }
  return false;
}

type HomeListsOptions = {
  readonly client: Client;
  readonly state: HomeStateStore;
  readonly signal: AbortSignal;
  readonly onRead: (lists: Lists) => void;
  /** Reads the values of channels that came into the home, which may have reported before they did. */
  readonly readNewValues: () => Promise<void>;
};

/** Lists younger than this are not read again when the page becomes visible. */
const YOUNG_MS = 10_000;

/** Creates the reader of tiles, groups and channels, which shows what it reads until the signal is aborted. */
function createHomeLists({ client, state, signal, onRead, readNewValues }: HomeListsOptions) {
  let readAt = 0;

  async function refresh(): Promise<void> {
    const lists = await readLists(client, (arrangement) => {
      if (!signal.aborted) state.showArrangement(arrangement);
    });
    if (signal.aborted) return;
    const before = readAt > 0 ? state.get().channels : undefined;
    readAt = Date.now();
    state.showLists(lists);
    onRead(lists);
    if (before && lists.channels.some(({ id }) => !before.has(id))) await readNewValues();
  }

  return {
    isRead: (): boolean => readAt > 0,
    refresh,
    refreshIfOld: (): void => {
      if (readAt > 0 && Date.now() - readAt > YOUNG_MS) refresh().catch(() => {});
    },
    /** Reads the arrangement, and returns whether it is the one that is shown. */
    isCurrent: async (): Promise<boolean> => marksOf(await readArrangement(client)) === marksOf(state.get()),
  };
}
