import type { Db } from '../../../database/index.ts';

/** Finds the context channels of users whose presence is due to be derived again, the most overdue first. */
export const prepareDueChannels = (db: Db) =>
  db.prepare<{ now: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('presences')
      .innerJoin('channels', 'channels.context_of', 'presences.user_id')
      .select('channels.id')
      .where('presences.due', '<=', p('now'))
      .where('channels.removed', 'is', null)
      .orderBy('presences.due')
      .limit(p('limit')),
  );
