import type { Db } from '../../../database/index.ts';

const PAGE = 1_000;

/** Reads the users who have agents, in pages. */
export async function* usersWithAgents(db: Db): AsyncGenerator<readonly string[]> {
  const page = db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('agents')
      .select('user_id as userId')
      .distinct()
      .where('user_id', '>', p('after'))
      .orderBy('user_id')
      .limit(p('limit')),
  );
  for (let after = ''; ; ) {
    const rows = await page.all({ after, limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ userId }) => userId);
    after = last.userId;
  }
}
