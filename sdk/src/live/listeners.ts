import type { LiveEvents } from './types.ts';

type Name = keyof LiveEvents;

/** Who listens, and the changes that nobody has taken yet. */
export type Listeners = {
  on<N extends Name>(name: N, listener: (event: LiveEvents[N]) => void): () => void;
  emit<N extends Name>(name: N, event: LiveEvents[N]): void;
};

/** With `keeps`, changes before the first listener are kept for it. */
export function createListeners({ keeps }: { keeps: boolean }): Listeners {
  const listeners: { [N in Name]: Set<(event: LiveEvents[N]) => void> } = {
    change: new Set(),
    state: new Set(),
    resync: new Set(),
  };
  let kept: LiveEvents['change'][] | undefined = keeps ? [] : undefined;
  return {
    on: (name, listener) => {
      // Each registration is its own, also of a function that listens already.
      const own: typeof listener = (event) => listener(event);
      listeners[name].add(own);
      if (name === 'change' && kept) {
        const changes = kept;
        kept = undefined;
        for (const change of changes) call(own as (event: LiveEvents['change']) => void, change);
      }
      return () => void listeners[name].delete(own);
    },
    emit: (name, event) => {
      if (name === 'change') kept?.push(event as LiveEvents['change']);
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
