import type { LiveEvents } from './types.ts';

type Name = keyof LiveEvents;
type Listener<N extends Name> = (event: LiveEvents[N]) => void;

/** Who listens. */
export type Listeners = {
  on<N extends Name>(name: N, listener: Listener<N>): () => void;
  emit<N extends Name>(name: N, event: LiveEvents[N]): void;
};

/** With `keeps`, what comes before the first listener of its kind is kept for that one; but states pass. */
export function createListeners({ keeps }: { keeps: boolean }): Listeners {
  const listeners: { [N in Name]: Set<Listener<N>> } = {
    change: new Set(),
    state: new Set(),
    resync: new Set(),
  };
  const kept: { [N in Name]?: LiveEvents[N][] } = keeps ? { change: [], resync: [] } : {};
  return {
    on: (name, listener) => {
      // Each registration is its own, also of a function that listens already.
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

/** A listener that fails must not stop the others: its error is the program’s, and comes up as one of its own. */
function call<Event>(listener: (event: Event) => void, event: Event): void {
  try {
    listener(event);
  } catch (error) {
    void Promise.reject(error);
  }
}
