import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { grantInForce } from '../grant-in-force.ts';

/** Returns a function that lists those of a user's channels whose devices the platform simulates. */
export function createListVirtual(db: Db, clock: Clock) {
  const virtual = db.prepare<{ userId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('grants')
      .innerJoin('virtual_devices', 'virtual_devices.channel_id', 'grants.channel_id')
      .select('virtual_devices.channel_id as id')
      .where('grants.grantee_id', '=', p('userId'))
      .where('grants.role', '=', 'user')
      .where(grantInForce(p('now'))),
  );

  return async (userId: string): Promise<ReadonlySet<string>> =>
    new Set((await virtual.all({ userId, now: clock.now() })).map(({ id }) => id));
}
