import type { Channel } from '@azulejo/contract';
import { type Arrangement, keepSame } from './lists.ts';
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
  isCached: false,
};

/** Stores what is known of the home except its values, outside React. */
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
    showArrangement: ({ tiles, groups }: Arrangement) =>
      replace({
        ...snapshot,
        tiles: keepSame(snapshot.tiles, tiles),
        groups: sameJson(snapshot.groups, groups) ? snapshot.groups : groups,
      }),
    showChannels: (channels: readonly Channel[]) => {
      const kept = keepSame(snapshot.channels.values(), channels);
      replace({ ...snapshot, channels: new Map(kept.map((each) => [each.id, each])) });
    },
    clear: () => replace(nothing),
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export type HomeStateStore = ReturnType<typeof createHomeState>;
