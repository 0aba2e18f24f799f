import type { Channel } from '@azulejo/contract';
import type { Arrangement, Lists } from '../session/home-data.ts';
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
    showArrangement: (arrangement: Arrangement) => replace(withArrangement(snapshot, arrangement)),
    /** Shows tiles with their channels, in one step. */
    showLists: ({ channels, ...arrangement }: Lists, change?: Partial<Snapshot>) => {
      const kept = keepSame(snapshot.channels.values(), channels);
      replace({
        ...withArrangement(snapshot, arrangement),
        channels: new Map(kept.map((each) => [each.id, each])),
        error: undefined,
        ...change,
      });
    },
    clear: () => replace(nothing),
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const withArrangement = (snapshot: Snapshot, { tiles, groups }: Arrangement): Snapshot => ({
  ...snapshot,
  tiles: keepSame(snapshot.tiles, tiles),
  groups: sameJson(snapshot.groups, groups) ? snapshot.groups : groups,
});

/** Returns the new list with the earlier objects for unchanged items, so that they are not rendered again. */
function keepSame<Item extends { readonly id: string; readonly _rev: string }>(
  before: Iterable<Item>,
  now: readonly Item[],
): readonly Item[] {
  const known = new Map([...before].map((item) => [item.id, item]));
  return now.map((item) => {
    const last = known.get(item.id);
    return last?._rev === item._rev ? last : item;
  });
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export type HomeStateStore = ReturnType<typeof createHomeState>;
