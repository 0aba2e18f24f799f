import type { Selectable } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';

type Row = Selectable<Database['automation_messages']>;

const CALLS_PER_MINUTE = 60;
const NOTIFICATIONS_PER_HOUR = 100;
/** A call that the limit has held up for this long is no longer made. */
const MAX_WAIT_MS = 15 * 60_000;

/** Limits the messages that one user's automations send, so that they neither flood others nor fill the outbox. */
export function createMessageLimits({ db, clock }: { db: Db; clock: Clock }) {
  const calls = createRateLimit('automation_webhooks', CALLS_PER_MINUTE, { clock });
  const notifications = createRateLimit('automation_notifications', NOTIFICATIONS_PER_HOUR, {
    clock,
    windowSeconds: 3600,
  });
  const { end, remove, postpone } = prepare(db);

  function take(limit: typeof calls, userId: string): boolean {
    if (limit.waitMs(userId) > 0) return false;
    limit.count(userId);
    return true;
  }

  return {
    /** Counts a call. Returns false when it has to wait. */
    takeCall: ({ user_id }: Row): boolean => take(calls, user_id),
    /** Counts a notification. Returns false when it is not sent. News of the automations themselves always are. */
    takeNotification: ({ user_id, kind }: Row): boolean => kind !== 'notify' || take(notifications, user_id),
    /** Postpones all calls of a user that are due, and ends those that have waited too long. */
    async holdCalls(userId: string): Promise<void> {
      const now = clock.now();
      const waiting = { userId, now, before: now - MAX_WAIT_MS };
      await db.unit([
        end.bind(waiting),
        remove.bind(waiting),
        postpone.bind({ userId, now, until: now + calls.waitMs(userId) }),
      ]);
    },
  };
}

function prepare(db: Db) {
  type Waiting = { userId: string; now: number; before: number };
  const end = db.prepare<Waiting>()((kysely, p) =>
    kysely
      .updateTable('automation_steps')
      .set({ outcome: 'over-limit', ended: p('now') })
      .where('user_id', '=', p('userId'))
      .where('target', '=', '')
      .where((eb) =>
        eb(
          eb.refTuple('automation_id', 'run_id', 'step'),
          'in',
          eb
            .selectFrom('automation_messages as m')
            .select(['m.automation_id', 'm.run_id', 'm.step'])
            .where('m.user_id', '=', p('userId'))
            .where('m.kind', '=', 'webhook')
            .where('m.attempts', '=', 0)
            .where('m.claimed_until', '<=', p('now'))
            .where('m.created', '<', p('before'))
            .$asTuple('automation_id', 'run_id', 'step'),
        ),
      ),
  );
  const remove = db.prepare<Waiting>()((kysely, p) =>
    kysely
      .deleteFrom('automation_messages')
      .where('user_id', '=', p('userId'))
      .where('kind', '=', 'webhook')
      .where('attempts', '=', 0)
      .where('claimed_until', '<=', p('now'))
      .where('created', '<', p('before')),
  );
  const postpone = db.prepare<{ userId: string; now: number; until: number }>()((kysely, p) =>
    kysely
      .updateTable('automation_messages')
      .set({ due: p('until') })
      .where('user_id', '=', p('userId'))
      .where('kind', '=', 'webhook')
      .where('due', '<=', p('now')),
  );
  return { end, remove, postpone };
}
