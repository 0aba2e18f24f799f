import type { ValueAddress } from '@azulejo/contract';
import type { Actor } from '../../core/domain-events/index.ts';

type Pending = {
  readonly address: ValueAddress;
  readonly until: number;
  readonly readers: Map<string, Actor>;
};

export type PendingReads = ReturnType<typeof createPendingReads>;

/** Reads that were passed on to who stands behind the channel: one for each property, however many ask. */
export function createPendingReads() {
  const pending = new Map<string, Pending>();
  return {
    has: (key: string): boolean => pending.has(key),

    /** Answers whether it is the first of the property, and so has to be passed on. */
    add(key: string, address: ValueAddress, reader: Actor, until: number): boolean {
      const known = pending.get(key);
      const readers = known?.readers ?? new Map<string, Actor>();
      readers.set(`${reader.kind}:${reader.id}:${reader.session ?? ''}`, reader);
      if (!known) pending.set(key, { address, until, readers });
      return !known;
    },

    /** Who waits for the property; from now on nobody does. */
    take(key: string): Actor[] {
      const readers = [...(pending.get(key)?.readers.values() ?? [])];
      pending.delete(key);
      return readers;
    },

    /** Those whose time is over; the earliest stand first, since all have the same time. */
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
