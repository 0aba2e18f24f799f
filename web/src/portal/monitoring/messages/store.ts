import type { PortalMessage } from '@azulejo/contract';

/** What the list shows: a message, or that some were left out. */
export type Entry =
  | { readonly kind: 'message'; readonly key: number; readonly message: PortalMessage }
  | { readonly kind: 'skipped'; readonly key: number; readonly count: number };

export type MessagesState = {
  readonly entries: readonly Entry[];
  /** How many came while it was paused. */
  readonly waiting: number;
  readonly isPaused: boolean;
  /** Of all that came since the page was opened. */
  readonly failures: number;
  readonly received: number;
};

/** As many as a page can hold without trouble; the oldest go first. */
const MOST = 5_000;
/** What comes within it is shown at once, ms. */
const TOGETHER_MS = 100;

const nothing: MessagesState = { entries: [], waiting: 0, isPaused: false, failures: 0, received: 0 };

export type MessagesStore = ReturnType<typeof createMessagesStore>;

/** Lines as they come, outside React, so that hundreds a second make ten renderings. */
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

    /** One that came before is not shown twice: whoever comes back is told again what is kept. */
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
