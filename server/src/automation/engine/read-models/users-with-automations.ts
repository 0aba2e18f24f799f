import type { Db } from '../../../database/index.ts';

const PAGE = 1_000;

export type UserWithAutomations = {
  readonly userId: string;
  /** Whether the user is not active. */
  readonly isEnded: boolean;
  /** Whether the home has something to process: events, its beginning, or the end of a user who is not active. */
  readonly isBehind: boolean;
  /** When the next timer is due; null without one. */
  readonly due: number | null;
};

/** Reads the users who have automations, in pages, after a user. */
export async function* usersWithAutomations(
  db: Db,
  first: string,
): AsyncGenerator<readonly UserWithAutomations[]> {
  const page = db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((from) =>
        from
          .selectFrom('automations')
          .select('user_id')
          .distinct()
          .where('user_id', '>', p('after'))
          .orderBy('user_id')
          .limit(p('limit'))
          .as('page'),
      )
      .innerJoin('users', 'users.id', 'page.user_id')
      .leftJoin('automation_homes', 'automation_homes.user_id', 'page.user_id')
      .leftJoin('event_counters', 'event_counters.user_id', 'page.user_id')
      .select(['page.user_id as userId', 'automation_homes.due'])
      .select(['users.state', 'automation_homes.cursor', 'event_counters.last'])
      .orderBy('page.user_id'),
  );
  for (let after = first; ; ) {
    const rows = await page.all({ after, limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ userId, due, state, cursor, last: end }) => {
      const isEnded = state !== 'active';
      // The stored state of an ended user's automations is deleted; then the row has no cursor.
      const isBehind = isEnded ? cursor !== null : cursor === null || (end !== null && cursor < end);
      return { userId, due, isEnded, isBehind };
    });
    after = last.userId;
  }
}
