import type { ValueAddress } from '@azulejo/contract';
import type { Actor } from '../../core/domain-events/index.ts';

/** `since` is when the read was stored, `until` the deadline in monotonic time. */
type Times = { readonly since: number; readonly until: number };

type Pending = Times & {
  readonly address: ValueAddress;
  readonly readers: Map<string, Actor>;
};

export type PendingReads = ReturnType<typeof createPendingReads>;

/**
 * Deduplicates reads that were forwarded to the channel's owner: one per property, for any number of readers.
 */
export function createPendingReads() {
  const pending = new Map<string, Pending>();
  return {
    has: (key: string): boolean => pending.has(key),

    /** Adds a reader. Returns whether it is the property's first, so that the read must be forwarded. */
    add(key: string, address: ValueAddress, reader: Actor, { since, until }: Times): boolean {
      const known = pending.get(key);
      const readers = known?.readers ?? new Map<string, Actor>();
      readers.set(`${reader.kind}:${reader.id}:${reader.session ?? ''}`, reader);
      if (!known) pending.set(key, { address, since, until, readers });
      return !known;
    },

    /** Notes that another server's reader waits for the property: the next report is its answer. */
    expect(key: string, address: ValueAddress, until: number): void {
      if (!pending.has(key)) pending.set(key, { address, since: 0, until, readers: new Map() });
    },

    /** Removes the readers who asked before this time, at which another server stored an answer. */
    answered(key: string, time: number): void {
      if ((pending.get(key)?.since ?? Number.POSITIVE_INFINITY) <= time) pending.delete(key);
    },

    /** Removes and returns the property's readers. */
    take(key: string): Actor[] {
      const readers = [...(pending.get(key)?.readers.values() ?? [])];
      pending.delete(key);
      return readers;
    },

    /** Returns the reads that timed out. All have the same timeout, so the map is in order of deadlines. */
    due(now: number): { key: string; address: ValueAddress }[] {
      const due: { key: string; address: ValueAddress }[] = [];
      for (const [key, { address, until }] of pending) {
        if (until > now) break;
        due.push({ key, address });
      }
      return due;
    },
  };
}
