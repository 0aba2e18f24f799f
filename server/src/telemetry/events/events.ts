import type { Db } from '../../database/index.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { createAppend } from './append.ts';
import { type Cursors, cursorsOf } from './cursor.ts';
import { createEpoch } from './epoch.ts';
import { createEventClock } from './event-clock.ts';
import { createLog } from './log.ts';
import { createLogOfMany } from './log-of-many.ts';
import { createPast } from './past.ts';
import { createPrune } from './prune.ts';
import { createSubscribers } from './subscribers.ts';

/** A notification that these users' logs have new events; delivery is not guaranteed. */
type Hints = { eventsAppended: { readonly userIds: readonly string[] } };

type Dependencies = {
  db: Db;
  clock: Clock;
  bus: Pick<Bus<Hints>, 'on'>;
  /** How long events are kept, in seconds. */
  retention: number;
};

export type Events = ReturnType<typeof createEvents>;

/** Stores what happens in each user's home: one ordered log per user, which clients follow by a cursor. */
export function createEvents({ db, clock, bus, retention }: Dependencies) {
  const epoch = createEpoch(db);
  const log = createLog(db);
  const subscribers = createSubscribers(db, clock);
  const prune = createPrune(db);
  const time = createEventClock(clock);
  bus.on('eventsAppended', ({ userIds }) => subscribers.notify(userIds));

  return {
    /**
     * Appends events to their users' logs, in this order; must come last in a unit. Events of deleted users
     * are left out. A user's log has no gaps, and a reader that has seen a number never finds a smaller new
     * one.
     */
    append: createAppend(db, time.latest),
    /** The time of homes, as their logs have it. */
    time,
    log,
    /** Reads the next events of many users' logs, with only the values that each reader needs. */
    readMany: createLogOfMany(db),
    /** Reads long parts of a user's log. */
    past: createPast(db),
    cursorsOf: async (userId: string): Promise<Cursors> => cursorsOf(await epoch(), userId),
    /** Subscribes to the events after `seen`. Throws `too_many_requests`. */
    follow: subscribers.follow,
    /** Finds new events whose notification was lost. */
    poll: subscribers.poll,
    /** Ends all subscriptions. */
    stop: subscribers.stop,
    prune: () => prune(clock.now() - retention * 1000),
  };
}
