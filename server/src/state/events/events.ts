import type { Db } from '../../database/index.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { createAppend } from './append.ts';
import { type Cursors, cursorsOf } from './cursor.ts';
import { createEpoch } from './epoch.ts';
import { createLog } from './log.ts';
import { createPrune } from './prune.ts';
import { createSubscribers } from './subscribers.ts';

/** Says that the logs of these users have news; may be lost. */
type Hints = { eventsAppended: { readonly userIds: readonly string[] } };

type Dependencies = {
  db: Db;
  clock: Clock;
  live: Pick<Bus<Hints>, 'on'>;
  /** How long events are kept, seconds. */
  retention: number;
};

export type Events = ReturnType<typeof createEvents>;

/** What happens in each user's home: one ordered log per user, kept for a while, which a client follows by its cursor. */
export function createEvents({ db, clock, live, retention }: Dependencies) {
  const epoch = createEpoch(db);
  const log = createLog(db);
  const subscribers = createSubscribers(db);
  const prune = createPrune(db);
  live.on('eventsAppended', ({ userIds }) => subscribers.notify(userIds));

  return {
    /**
     * Adds events to their users' logs, in this order. Put last in a unit. Events of users who are gone are left out. The log
     * of a user has no gaps, and who has seen a number never finds a smaller new one.
     */
    append: createAppend(db),
    log,
    cursorsOf: async (userId: string): Promise<Cursors> => cursorsOf(await epoch(), userId),
    /** From now on it hears of what comes after `seen`. Throws `too_many_requests`. */
    follow: subscribers.follow,
    /** Finds what no hint told of. */
    poll: subscribers.poll,
    /** Lets everybody go who waits for news. */
    stop: subscribers.stop,
    prune: () => prune(clock.now() - retention * 1000),
  };
}
