import type { PortalMessage } from '@azulejo/contract';

/** An entry of the list: a message, or a number of skipped ones. */
export type Entry =
  | { readonly kind: 'message'; readonly key: number; readonly message: PortalMessage }
  | { readonly kind: 'skipped'; readonly key: number; readonly count: number };

export type MessagesState = {
  readonly entries: readonly Entry[];
  /** Number of messages that arrived while it was paused. */
  readonly waiting: number;
  readonly isPaused: boolean;
  /** Counts failures since the page was opened. */
  readonly failures: number;
  readonly received: number;
};

/** Maximum number of entries on the page; the oldest are removed first. */
const MOST = 5_000;
/** Messages within this time are shown together, in milliseconds. */
const TOGETHER_MS = 100;

const nothing: MessagesState = { entries: [], waiting: 0, isPaused: false, failures: 0, received: 0 };

export type MessagesStore = ReturnType<typeof createMessagesStore>;

/** Collects lines outside React, so that hundreds per second cause ten renderings. */
export function createMessagesStore() {
  let state = nothing;
  let arrived: Entry[] = [];
  let last = 0;
  let isDue = false;
  const listeners = new Set<() => void>();

  function set(next: Partial<MessagesState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function show(): void {
    isDue = false;
    arrived = arrived.slice(-MOST);
    if (state.isPaused) set({ waiting: arrived.length });
    else {
      const entries = [...state.entries, ...arrived].slice(-MOST);
      arrived = [];
      set({ entries, waiting: 0 });
    }
  }

  function add(entry: Entry): void {
    arrived.push(entry);
    if (!isDue) setTimeout(show, TOGETHER_MS);
    isDue = true;
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Skips known messages, because the server sends its remembered ones again after a reconnection. */
    add(message: PortalMessage): void {
      if (message.n <= last) return;
      last = message.n;
      add({ kind: 'message', key: message.n, message });
      state = {
        ...state,
        received: state.received + 1,
        failures: state.failures + (message.is_failure ? 1 : 0),
      };
    },
    skip: (count: number): void => add({ kind: 'skipped', key: last + 0.5, count }),

    pause: (isPaused: boolean): void => {
      set({ isPaused });
      show();
    },
    clear(): void {
      arrived = [];
      set({ entries: [], waiting: 0, failures: 0, received: 0 });
    },
  };
}
