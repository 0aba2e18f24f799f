import { backoffMs, type Client } from '@azulejo/sdk';
import { readKept } from '../offline/kept-home.ts';
import { createOfflineCache, type OfflineCache } from '../offline/offline-cache.ts';
import { type Connection, type ConnectionState, isSignInOver, keepConnection } from './connection.ts';
import { followArrangement } from './follow-arrangement.ts';
import type { HomeStateStore } from './home-state.ts';
import { marksOf, readArrangement, readLists, readValues } from './lists.ts';
import type { Reported, Values } from './values.ts';
import type { Writes } from './writes.ts';

type Options = {
  readonly client: Client;
  readonly state: HomeStateStore;
  readonly values: Values;
  readonly writes: Writes;
};

export type Session = {
  connection(): Connection | undefined;
  refresh(): Promise<void>;
  /** Accepts a value that did not come over the connection. */
  hear(value: Reported): void;
  end(): void;
};

/** A shorter interruption counts as no loss. */
const MISSED_MS = 8_000;
/** Lists younger than this are not read again when the page becomes visible. */
const YOUNG_MS = 10_000;

/** Runs a session from sign-in to sign-out: shows the cached home, then the current one, then its changes. */
export function beginVisit({ client, state, values, writes }: Options): Session {
  const over = new AbortController();
  const { signal } = over;
  let offlineCache: OfflineCache | undefined;
  let connection: Connection | undefined;
  let connected: ConnectionState | undefined;
  /** When the lists were last read. */
  let readAt = 0;
  /** Whether lists and values have been read. */
  let isRead = false;
  let missed: ReturnType<typeof setTimeout> | undefined;

  async function begin(): Promise<void> {
    const record = await client.token();
    if (!record || signal.aborted) return;
    offlineCache = createOfflineCache(record.owner_id, values);
    void showKept(record.owner_id);
    await firstRead(offlineCache);
    if (readAt === 0 || signal.aborted) return;
    isRead = true;
    if (connected) showState(connected);
    followArrangement({ isCurrent, onChanged: refresh, signal });
  }

  async function showKept(owner: string): Promise<void> {
    const kept = await readKept(owner);
    if (!kept || readAt > 0 || signal.aborted) return;
    for (const value of kept.values) values.take(value);
    state.showArrangement(kept.lists);
    state.showChannels(kept.lists.channels);
    state.set({ isCached: true, cachedSince: kept.savedAt });
  }

  /** Reads the home with retries; until it succeeds, the cached copy is shown. */
  async function firstRead({ note, keep }: OfflineCache): Promise<void> {
    for (let attempt = 1; !signal.aborted; await pause(backoffMs(attempt), signal), attempt += 1) {
      try {
        await Promise.all([readValues(client, connect).then(takeAll), refresh()]);
        state.set({ isCached: false });
        note();
        keep();
        return;
      } catch (error) {
        if (isSignInOver(error)) return;
        state.set({ error, state: navigator.onLine ? 'connecting' : 'offline' });
      }
    }
  }

  /** Opens the connection before anything else is read, because it needs only the cursor. */
  function connect(cursor: string): void {
    if (signal.aborted) return;
    connection ??= keepConnection({ client, after: cursor, onChange: hear, onState });
  }

  function takeAll(elements: readonly Reported[]): void {
    if (signal.aborted) return;
    for (const element of elements) values.take(element);
  }

  async function refresh(): Promise<void> {
    const lists = await readLists(client, (arrangement) => {
      if (!signal.aborted) state.showArrangement(arrangement);
    });
    if (signal.aborted) return;
    readAt = Date.now();
    state.showChannels(lists.channels);
    state.set({ error: undefined });
    offlineCache?.lists(lists);
  }

  const isCurrent = async () => marksOf(await readArrangement(client)) === marksOf(state.get());

  const refreshIfNotYoung = () => {
    if (readAt > 0 && Date.now() - readAt > YOUNG_MS) refresh().catch(ignore);
  };

  function hear(value: Reported): void {
    if (!values.take(value)) return;
    offlineCache?.note();
    writes.hear(value, value.data);
    if (!state.get().channels.has(value.channel)) refreshIfNotYoung();
  }

  /** The state is shown only after the home was read: before, it is neither live nor lost. */
  function onState(now: ConnectionState): void {
    connected = now;
    if (isRead) showState(now);
  }

  function showState(now: ConnectionState): void {
    clearTimeout(missed);
    const before = state.get().state;
    if (now === 'online') {
      state.set({ state: 'live', isCached: false });
      if (before !== 'live') refreshIfNotYoung();
      return;
    }
    state.set({ state: now === 'offline' ? 'offline' : 'connecting' });
    const lostAt = new Date().toISOString();
    missed = setTimeout(() => state.set({ isCached: true, cachedSince: lostAt }), MISSED_MS);
  }

  const onSight = () => document.visibilityState === 'visible' && refreshIfNotYoung();
  document.addEventListener('visibilitychange', onSight, { signal });
  void begin();
  return {
    connection: () => connection,
    refresh,
    hear,
    end: () => {
      over.abort();
      offlineCache?.end();
      clearTimeout(missed);
      connection?.close();
    },
  };
}

/** Waits before the next attempt, or until the network returns. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

const ignore = (): undefined => undefined;
