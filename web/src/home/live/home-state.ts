import type { Channel } from '@azulejo/contract';
import type { Lists } from './lists.ts';
import type { Home } from './types.ts';

export type Snapshot = Omit<Home, 'refresh'> & {
  /** Why there is nothing to show yet. */
  readonly error?: unknown;
};

const nothing: Snapshot = {
  tiles: [],
  groups: [],
  channels: new Map<string, Channel>(),
  state: 'loading',
  isOld: false,
};

/** What is known of the home beside its values, outside React. */
export function createHomeState() {
  const listeners = new Set<() => void>();
  let snapshot = nothing;

  const replace = (next: Snapshot) => {
    snapshot = next;
    for (const listener of [...listeners]) listener();
  };

  return {
    get: (): Snapshot => snapshot,
    set: (change: Partial<Snapshot>) => replace({ ...snapshot, ...change }),
    showLists: ({ tiles, groups, channels }: Lists) =>
      replace({ ...snapshot, tiles, groups, channels: new Map(channels.map((each) => [each.id, each])) }),
    clear: () => replace(nothing),
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type HomeStateStore = ReturnType<typeof createHomeState>;
