import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { createAppend } from './append.ts';
import { type Cursors, createEpoch, cursorsOf } from './cursor.ts';
import { createEventClock } from './event-clock.ts';
import { createLog } from './log.ts';
import { createLogOfMany } from './log-of-many.ts';
import { createPast } from './past.ts';
import { createSubscribers } from './subscribers.ts';

type OfUsers = { readonly userIds: readonly string[] };
type Hints = {
  /** A notification that these users' logs have new events; delivery is not guaranteed. */
  eventsAppended: OfUsers;
  eventsAppendedElsewhere: OfUsers;
  userFollowed: { readonly userId: string; readonly isFollowed: boolean };
};

type Dependencies = {
  db: Db;
  clock: Clock;
  bus: Bus<Hints>;
  /** How long events are kept, in seconds. */
  retention: number;
};

export type Events = ReturnType<typeof createEvents>;

/** Stores what happens in each user's home: one ordered log per user, which clients follow by a cursor. */
export function createEvents({ db, clock, bus, retention }: Dependencies) {
  const epoch = createEpoch(db);
  const log = createLog(db);
  const onFollowed = (userId: string, isFollowed: boolean) =>
    bus.emit('userFollowed', { userId, isFollowed });
  const subscribers = createSubscribers(db, clock, onFollowed);
  const prune = createPrune(db);
  const time = createEventClock(clock);
  bus.on('eventsAppended', ({ userIds }) => subscribers.notify(userIds));
  bus.on('eventsAppendedElsewhere', ({ userIds }) => subscribers.notify(userIds));

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
    /** Returns all subscriptions. */
    streams: subscribers.all,
    /** Ends all subscriptions. */
    stop: subscribers.stop,
    prune: () => prune(clock.now() - retention * 1000),
  };
}

/** Rows per step: a few milliseconds of deleting, so that writes hardly wait. */
const STEP_ROWS = 500;

/**
 * Deletes events older than `end`:
 * 1. Find some of the oldest events, and the highest expired number of each user's log.
 * 2. Delete each log from its beginning to that number, so that the rest has no gap.
 * 3. Repeat, in short steps between which other writes run, until nothing is expired.
 */
function createPrune(db: Db): (end: number) => Promise<void> {
  const findDue = prepareFindDue(db);
  const remove = prepareRemove(db);
  return async (end) => {
    for (;;) {
      const due = await findDue.all({ end, limit: STEP_ROWS });
      if (due.length === 0) return;
      const users = JSON.stringify(due.map(({ userId, n }) => [userId, n]));
      await db.unit([remove.bind({ users, limit: STEP_ROWS })]);
    }
  };
}

/** Finds the highest expired number of each user's log. */
function prepareFindDue(db: Db) {
  return db.prepare<{ end: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('user_events')
          .select(['user_id', 'n'])
          .where('at', '<', p('end'))
          .orderBy('at')
          .limit(p('limit'))
          .as('oldest'),
      )
      .select((eb) => ['user_id as userId', eb.fn.max('n').as('n')])
      .groupBy('user_id'),
  );
}

function prepareRemove(db: Db) {
  return db.prepare<{ users: string; limit: number }>()((kysely, p) =>
    kysely.deleteFrom('user_events').where((eb) =>
      eb(
        eb.refTuple('user_id', 'n'),
        'in',
        eb
          .selectFrom(
            jsonRows<{ user_id: string; n: number }>(db.engine, p('users'), {
              user_id: 'text',
              n: 'integer',
            }).as('given'),
          )
          .innerJoin('user_events as due', (join) =>
            join.onRef('due.user_id', '=', 'given.user_id').onRef('due.n', '<=', 'given.n'),
          )
          .select(['due.user_id', 'due.n'])
          .orderBy('due.user_id')
          .orderBy('due.n')
          .limit(p('limit'))
          .$asTuple('user_id', 'n'),
      ),
    ),
  );
}
