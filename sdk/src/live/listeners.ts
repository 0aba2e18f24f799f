import type { LiveEvents } from './types.ts';

type Name = keyof LiveEvents;
type Listener<N extends Name> = (event: LiveEvents[N]) => void;

/** The event emitter of a live connection. */
export type Listeners = {
  on<N extends Name>(name: N, listener: Listener<N>): () => void;
  emit<N extends Name>(name: N, event: LiveEvents[N]): void;
};

/**
 * Buffers changes and resyncs, with `keeps`, until the first listener of their kind is added. States are not
 * buffered.
 */
export function createListeners({ keeps }: { keeps: boolean }): Listeners {
  const listeners: { [N in Name]: Set<Listener<N>> } = {
    change: new Set(),
    state: new Set(),
    resync: new Set(),
  };
  const kept: { [N in Name]?: LiveEvents[N][] } = keeps ? { change: [], resync: [] } : {};
  return {
    on: (name, listener) => {
      // A wrapper makes each registration separate, even when the same function is registered twice.
      const own: typeof listener = (event) => listener(event);
      listeners[name].add(own);
      const missed = kept[name] ?? [];
      delete kept[name];
      for (const event of missed) call(own, event);
      return () => void listeners[name].delete(own);
    },
    emit: (name, event) => {
      kept[name]?.push(event);
      for (const listener of [...listeners[name]]) call(listener, event);
    },
  };
}

/**
 * Calls a listener. An error becomes an unhandled rejection of the program, so that it does not stop the
 * others.
 */
function call<Event>(listener: (event: Event) => void, event: Event): void {
  try {
    listener(event);
  } catch (error) {
    void Promise.reject(error);
  }
}
