import type { ValueAddress } from '@azulejo/contract';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';
import type { Clock } from '../../../platform/clock.ts';

/** A series of a user; `since` is when the user's grant began. */
export type FoundSeries = ValueAddress & { readonly id: number; readonly since: number };

/** Finds the series of the channels that a user may use now, or of one of these channels. */
export function createFindSeries(db: Db, clock: Clock) {
  const ofUser = db.prepare<{ userId: string; channel: string | null; now: number; limit: number }>()(
    (kysely, p) =>
      kysely
        .selectFrom('grants')
        .innerJoin('series', 'series.channel_id', 'grants.channel_id')
        .select([
          'series.id',
          'series.channel_id as channelId',
          'series.component_id as componentId',
          'series.property_id as propertyId',
          'grants.created as since',
        ])
        .where('grants.grantee_id', '=', p('userId'))
        .where('grants.role', '=', 'user')
        .where(grantInForce(p('now')))
        .where('grants.channel_id', '=', (eb) =>
          eb.fn.coalesce(eb.cast<string>(eb.val(p('channel')), 'text'), 'grants.channel_id'),
        )
        .orderBy('series.channel_id')
        .orderBy('series.component_id')
        .orderBy('series.property_id')
        .limit(p('limit')),
  );
  return (userId: string, channel: string | undefined, limit: number): Promise<FoundSeries[]> =>
    ofUser.all({ userId, channel: channel ?? null, now: clock.now(), limit });
}
