import type { Change, Client } from '@azulejo/sdk';
import { keepLists, keepValues, readKept } from '../offline/kept-home.ts';
import { type Connection, type ConnectionState, isOver, keepConnection } from './connection.ts';
import type { HomeStateStore } from './home-state.ts';
import { readLists, readValues } from './lists.ts';
import type { Values } from './values.ts';
import type { Writes } from './writes.ts';

type Options = {
  readonly client: Client;
  readonly state: HomeStateStore;
  readonly values: Values;
  readonly writes: Writes;
};

export type Visit = {
  connection(): Connection | undefined;
  refresh(): Promise<void>;
  end(): void;
};

const RETRY_MS = 3_000;
const KEEP_EVERY_MS = 10_000;
/** A connection that is back so soon was not missed. */
const MISSED_MS = 8_000;
/** Lists that are younger are not read again because the page is looked at. */
const YOUNG_MS = 10_000;

/** What a person sees between signing in and out: the home as it was kept, then as it is, then as it changes. */
export function beginVisit({ client, state, values, writes }: Options): Visit {
  const over = new AbortController();
  const { signal } = over;
  let owner: string | undefined;
  let connection: Connection | undefined;
  let readAt = 0;
  let hasNews = false;
  let missed: ReturnType<typeof setTimeout> | undefined;

  async function begin(): Promise<void> {
    owner = (await client.token())?.owner_id;
    if (owner === undefined) return;
    const cursor = await firstRead(owner);
    if (cursor === undefined || signal.aborted) return;
    connection = keepConnection({ client, after: cursor, onChange, onState });
  }

  /** Answers where the feed goes on; until there is an answer what was kept stands there. */
  async function firstRead(person: string): Promise<string | undefined> {
    void showKept(person);
    for (; !signal.aborted; await pause(signal)) {
      try {
        const [{ values: elements, cursor }] = await Promise.all([readValues(client), refresh()]);
        for (const element of elements) values.take(element);
        hasNews = true;
        state.set({ isOld: false });
        return cursor;
      } catch (error) {
        if (isOver(error)) return undefined;
        state.set({ error, state: navigator.onLine ? 'connecting' : 'offline' });
      }
    }
    return undefined;
  }

  async function showKept(person: string): Promise<void> {
    const kept = await readKept(person);
    if (!kept || readAt > 0 || signal.aborted) return;
    for (const value of kept.values) values.take(value);
    state.showLists(kept.lists);
    state.set({ isOld: true, oldSince: kept.savedAt });
  }

  async function refresh(): Promise<void> {
    const lists = await readLists(client);
    if (signal.aborted) return;
    readAt = Date.now();
    state.showLists(lists);
    state.set({ error: undefined });
    if (owner !== undefined) void keepLists(owner, lists);
  }

  const refreshIfNotYoung = () => {
    if (readAt > 0 && Date.now() - readAt > YOUNG_MS) refresh().catch(ignore);
  };

  function onChange(change: Change): void {
    if (!values.take(change)) return;
    hasNews = true;
    writes.hear(change, change.data);
    if (!state.get().channels.has(change.channel)) refreshIfNotYoung();
  }

  function onState(connected: ConnectionState): void {
    clearTimeout(missed);
    const before = state.get().state;
    if (connected === 'online') {
      state.set({ state: 'live', isOld: false });
      if (before !== 'live') refreshIfNotYoung();
      return;
    }
    state.set({ state: connected === 'offline' ? 'offline' : 'connecting' });
    const lostAt = new Date().toISOString();
    missed = setTimeout(() => state.set({ isOld: true, oldSince: lostAt }), MISSED_MS);
  }

  function keep(): void {
    if (!hasNews || owner === undefined || state.get().state === 'loading') return;
    hasNews = false;
    void keepValues(owner, values.all(), new Date().toISOString());
  }

  const keeping = setInterval(keep, KEEP_EVERY_MS);
  const onSight = () => (document.visibilityState === 'hidden' ? keep() : refreshIfNotYoung());
  document.addEventListener('visibilitychange', onSight, { signal });
  void begin();
  return {
    connection: () => connection,
    refresh,
    end: () => {
      over.abort();
      clearInterval(keeping);
      clearTimeout(missed);
      connection?.close();
    },
  };
}

/** Before the next attempt: a while, or until the device has a network. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_MS);
    addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

const ignore = (): undefined => undefined;
