import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Timers } from '../../platform/clock.ts';
import { createWaiter, type Waiter } from '../../platform/waiter.ts';

/** Enough for the phones, pages and services of one home: a client with more leaks connections. */
const MAX_PER_USER = 30;

/** A connection that waits for new events of one user's log. */
export type Subscriber = Omit<Waiter, 'wake'> & {
  /** The number of the last event that it has read. */
  seen: number;
};

export type Subscribers = ReturnType<typeof createSubscribers>;

/**
 * Wakes subscribers on a notification, which may be lost, and by polling the database, which servers share.
 */
export function createSubscribers(
  db: Db,
  clock: Timers,
  /** Called when a user's first subscriber begins, and when the last one has ended. */
  onFollowed: (userId: string, isFollowed: boolean) => void,
) {
  const byUser = new Map<string, Set<Waiter & Subscriber>>();
  let isStopped = false;
  const lastOf = prepareLast(db);
  const all = (): Subscriber[] => [...byUser.values()].flatMap((ofUser) => [...ofUser]);

  return {
    /** Throws `too_many_requests`. */
    follow(userId: string, seen: number): Subscriber {
      const ofUser = byUser.get(userId) ?? new Set();
      if (ofUser.size >= MAX_PER_USER) {
        throw new ApiError('too_many_requests', {
          detail: `At most ${MAX_PER_USER} connections can follow a home's events at the same time.`,
          headers: { 'Retry-After': '60' },
        });
      }
      const waiter = createWaiter(clock, () => {
        ofUser.delete(subscriber);
        if (ofUser.size > 0 || byUser.get(userId) !== ofUser) return;
        byUser.delete(userId);
        onFollowed(userId, false);
      });
      const subscriber = Object.assign(waiter, { seen });
      if (isStopped) subscriber[Symbol.dispose]();
      else {
        byUser.set(userId, ofUser.add(subscriber));
        if (ofUser.size === 1) onFollowed(userId, true);
      }
      return subscriber;
    },

    notify(userIds: readonly string[]): void {
      if (byUser.size === 0) return;
      for (const id of userIds) for (const subscriber of byUser.get(id) ?? []) subscriber.wake();
    },

    /** Polls for all subscribers with one statement. */
    async poll(): Promise<void> {
      if (byUser.size === 0) return;
      const users = JSON.stringify([...byUser.keys()].map((id) => [id]));
      for (const { id, last } of await lastOf.all({ users })) {
        for (const subscriber of byUser.get(id) ?? []) if (last > subscriber.seen) subscriber.wake();
      }
    },

    all,

    /** Ends all subscriptions; later ones end immediately. */
    stop(): void {
      isStopped = true;
      for (const subscriber of all()) subscriber[Symbol.dispose]();
    },
  };
}

/** Prepares the numbers of the last events of users. */
const prepareLast = (db: Db) =>
  db.prepare<{ users: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('users'), { id: 'text' }).as('given'))
      .innerJoin('event_counters', 'event_counters.user_id', 'given.id')
      .select(['given.id', 'event_counters.last']),
  );
