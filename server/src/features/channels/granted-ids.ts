import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { grantInForce } from './grant-in-force.ts';

const PAGE = 1_000;

export function createIdsGrantedTo(db: Db, clock: Clock) {
  const page = db.prepare<{ granteeId: string; role: 'user' | 'application'; after: string; now: number }>()(
    (kysely, p) =>
      kysely
        .selectFrom('grants')
        .select('channel_id as id')
        .where('grantee_id', '=', p('granteeId'))
        .where('role', '=', p('role'))
        .where('channel_id', '>', p('after'))
        .where(grantInForce(p('now')))
        .orderBy('channel_id')
        .limit(PAGE),
  );

  return async function* idsGrantedTo(
    granteeId: string,
    role: 'user' | 'application',
  ): AsyncGenerator<string> {
    let after = '';
    for (;;) {
      const rows = await page.all({ granteeId, role, after, now: clock.now() });
      for (const { id } of rows) yield id;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      after = last.id;
    }
  };
}
