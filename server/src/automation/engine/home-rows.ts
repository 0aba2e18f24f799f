import type { BoundStatement } from '@azulejo/storage';
import { sql } from 'kysely';
import { type Db, whereToCount } from '../../database/index.ts';
import { isInParts } from '../../database/parts.ts';
import type { Clock } from '../../platform/clock.ts';
import { partOf } from '../../platform/leases.ts';
import type { LiveHome } from './live-home.ts';

/** Limits the homes that one query returns. The next query finds the others. */
const MAX_DUE = 500;

type Row = {
  userId: string;
  cursor: number;
  state: string;
  due: number | null;
  revision: number | null;
  now: number;
  part: number;
};

export type HomeRows = ReturnType<typeof createHomeRows>;

/** Stores what the automations of homes remember. */
export function createHomeRows(db: Db, clock: Pick<Clock, 'now'>) {
  const find = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('automation_homes')
      .select(['cursor', 'state_json', 'revision'])
      .where('user_id', '=', p('userId')),
  );
  const due = prepareDue(db);
  const remove = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely.deleteFrom('automation_homes').where('user_id', '=', p('userId')),
  );
  const { insert, update } = prepareWrites(db);
  const { unsend, cancel } = prepareEnds(db);
  return {
    find: (userId: string) => find.get({ userId }),
    /** Returns the homes of these parts with a timer that is due, the earliest first; at most 500. */
    async dueBy(by: number, parts: string): Promise<string[]> {
      return (await due.all({ by, parts, limit: MAX_DUE })).map(({ userId }) => userId);
    },
    /** Counts the homes that have timers, and says when the first is due; null without one. */
    async timers(): Promise<{ homes: number; first: number | null }> {
      const from = await whereToCount(db, 'automation_homes', sql`where due is not null`);
      const { homes, first } = await from
        .selectFrom('automation_homes')
        .select(({ fn }) => [fn.countAll<number | string>().as('homes'), fn.min('due').as('first')])
        .where('due', 'is not', null)
        .executeTakeFirstOrThrow();
      return { homes: Number(homes), first: first === null ? null : Number(first) };
    },
    /** Forgets a home that has no automations. */
    remove: (userId: string): Promise<unknown> => db.unit([remove.bind({ userId })]),
    /**
     * Ends what the automations of a user who is not active were doing. If the user is enabled again, they start with
     * the current values: what happened in between starts nothing.
     */
    end: (userId: string): Promise<unknown> =>
      db.unit([remove.bind({ userId }), unsend.bind({ userId }), cancel.bind({ userId, now: clock.now() })]),
    /** Returns the statement that stores a home. The unit fails when another server has stored it since. */
    store(
      { userId, cursor, revision, storedCursor }: LiveHome,
      state: string,
      next: number | undefined,
    ): BoundStatement {
      const row: Row = {
        userId,
        cursor,
        state,
        due: next ?? null,
        revision,
        now: clock.now(),
        part: partOf(userId),
      };
      return storedCursor === undefined
        ? insert.bind(row, { expectRow: true })
        : update.bind({ ...row, before: storedCursor }, { expectRow: true });
    },
  };
}

const prepareDue = (db: Db) =>
  db.prepare<{ by: number; parts: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_homes')
      .select('user_id as userId')
      .where('due', '<=', p('by'))
      .where(({ ref }) => isInParts(ref('part'), p('parts')))
      .orderBy('due')
      .limit(p('limit')),
  );

function prepareEnds(db: Db) {
  const unsend = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely.deleteFrom('automation_messages').where('user_id', '=', p('userId')),
  );
  const cancel = db.prepare<{ userId: string; now: number }>()((kysely, p) =>
    kysely
      .updateTable('automation_runs')
      .set({ outcome: 'cancelled', ended: p('now') })
      .where('user_id', '=', p('userId'))
      .where('ended', 'is', null),
  );
  return { unsend, cancel };
}

function prepareWrites(db: Db) {
  const insert = db.prepare<Row>()((kysely, p) =>
    kysely
      .insertInto('automation_homes')
      .values({
        user_id: p('userId'),
        cursor: p('cursor'),
        state_json: p('state'),
        due: p('due'),
        revision: p('revision'),
        updated: p('now'),
        part: p('part'),
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('user_id'),
  );
  const update = db.prepare<Row & { before: number }>()((kysely, p) =>
    kysely
      .updateTable('automation_homes')
      .set({
        cursor: p('cursor'),
        state_json: p('state'),
        due: p('due'),
        revision: p('revision'),
        updated: p('now'),
      })
      .where('user_id', '=', p('userId'))
      .where('cursor', '=', p('before'))
      .returning('user_id'),
  );
  return { insert, update };
}
