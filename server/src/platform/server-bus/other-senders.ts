import type { LRUCache } from 'lru-cache';
import type { Clock, Timers } from '../clock.ts';
import { createLruCache } from '../lru-cache.ts';
import type { Header } from './batch.ts';
import type { Gap } from './server-bus.ts';
import { MAX_SUBJECTS } from './subject-numbers.ts';

/** A server that is silent for longer may have sent what did not arrive. */
const SILENT_MS = 3_000;

/** Returns the ids of the servers that renew their rows, this one not among them. */
export type OtherServers = () => readonly string[];

type Sender = {
  epoch: string;
  /** When it was heard of last, by this server's clock and in monotonic time. */
  time: number;
  tick: number;
  /** The last number, and its time, of each subject. */
  readonly numbers: LRUCache<string, { readonly number: number; readonly time: number }>;
};

type Options = {
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly others: OtherServers;
  readonly onGap: (gap: Gap) => void;
};

/** Finds what is missing from the other servers, by holes in their numbers and by their silence. */
export function createOtherSenders({ clock, timers, others, onGap }: Options) {
  const senders = new Map<string, Sender>();

  const create = (server: string, epoch: string): Sender => {
    const created: Sender = {
      epoch,
      time: clock.now(),
      tick: timers.monotonic(),
      numbers: createLruCache(MAX_SUBJECTS),
    };
    senders.set(server, created);
    return created;
  };

  function senderOf({ server, epoch }: Header): Sender {
    const known = senders.get(server);
    if (known?.epoch === epoch) return known;
    // It ended without a goodbye and started again, or was known only by its row.
    if (known) onGap({ since: known.time, reason: 'silence' });
    return create(server, epoch);
  }

  return {
    /** Returns whether a batch is new, and tells about those that are missing before it. */
    hasNew(subject: string, header: Header): boolean {
      const sender = senderOf(header);
      const last = sender.numbers.get(subject);
      sender.time = clock.now();
      sender.tick = timers.monotonic();
      const { number, time } = header;
      if (last && number !== 1 && number <= last.number) return false;
      sender.numbers.set(subject, { number, time });
      if (last && number > last.number + 1) onGap({ since: last.time, reason: 'numbers' });
      return true;
    },

    some: (): boolean => senders.size > 0 || others().length > 0,

    /** Forgets a server that said goodbye: nothing that it sent is missing. */
    forget: (server: string) => void senders.delete(server),

    /** Tells about servers that are silent; about one whose row is valid again and again, since it goes on sending. */
    check(): void {
      const alive = new Set(others());
      for (const server of alive) if (!senders.has(server)) create(server, '');
      for (const [server, sender] of senders) {
        if (timers.monotonic() - sender.tick < SILENT_MS) continue;
        onGap({ since: sender.time, reason: 'silence' });
        if (alive.has(server)) sender.tick = timers.monotonic();
        else senders.delete(server);
      }
    },
  };
}
