import type { Db } from '../../../database/index.ts';
import { isInParts } from '../../../database/parts.ts';

/** Finds the context channels of users of these parts whose presence is due to be derived again, the most overdue first. */
export const prepareDueChannels = (db: Db) =>
  db.prepare<{ now: number; parts: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('presences')
      .innerJoin('channels', 'channels.context_of', 'presences.user_id')
      .select('channels.id')
      .where('presences.due', '<=', p('now'))
      .where(({ ref }) => isInParts(ref('presences.part'), p('parts')))
      .where('channels.removed', 'is', null)
      .orderBy('presences.due')
      .limit(p('limit')),
  );
