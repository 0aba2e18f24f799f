import type { ValueAddress } from '@azulejo/contract';
import type { Actor } from '../../core/domain-events/index.ts';

type Pending = {
  readonly address: ValueAddress;
  readonly until: number;
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
    add(key: string, address: ValueAddress, reader: Actor, until: number): boolean {
      const known = pending.get(key);
      const readers = known?.readers ?? new Map<string, Actor>();
      readers.set(`${reader.kind}:${reader.id}:${reader.session ?? ''}`, reader);
      if (!known) pending.set(key, { address, until, readers });
      return !known;
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
