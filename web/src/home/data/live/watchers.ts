/** Listeners by key. They are called once per frame, so that many changes cause one rendering. */
export type Watchers = {
  watch(key: string, listener: () => void): () => void;
  notify(key: string): void;
};

/** Creates the listeners. A hidden page has no frames, and needs no updates. */
export function createWatchers(schedule: (work: () => void) => void = requestAnimationFrame): Watchers {
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();

  function phraseAll(): void {
    const keys = [...changed];
    changed.clear();
    for (const key of keys) for (const listener of [...(listeners.get(key) ?? [])]) listener();
  }

  return {
    watch: (key, listener) => {
      const ofKey = listeners.get(key) ?? new Set();
      listeners.set(key, ofKey.add(listener));
      return () => {
        ofKey.delete(listener);
        if (ofKey.size === 0 && listeners.get(key) === ofKey) listeners.delete(key);
      };
    },
    notify: (key) => {
      if (!listeners.has(key)) return;
      if (changed.size === 0) schedule(phraseAll);
      changed.add(key);
    },
  };
}
