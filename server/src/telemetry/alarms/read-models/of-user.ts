import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';

/** Prepares the alarms of the channels that a user may use, since the user's access, the latest first. */
export function prepareAlarmsOfUser(db: Db) {
  return db.prepare<{ userId: string; id: string | null; now: number; to: number; limit: number }>()(
    (kysely, p) =>
      kysely
        .selectFrom('grants')
        .innerJoin('alarms', 'alarms.channel_id', 'grants.channel_id')
        .select([
          'alarms.id',
          'alarms.channel_id as channelId',
          'alarms.component_id as componentId',
          'alarms.property_id as propertyId',
          'alarms.kind',
          'alarms.started',
          'alarms.ended',
          'alarms.seen_at as seenAt',
          'alarms.seen_by as seenBy',
        ])
        .where('grants.grantee_id', '=', p('userId'))
        .where('grants.role', '=', 'user')
        .where(grantInForce(p('now')))
        .whereRef('alarms.started', '>=', 'grants.created')
        .where('alarms.started', '<', p('to'))
        .where('alarms.id', '=', (eb) =>
          eb.fn.coalesce(eb.cast<string>(eb.val(p('id')), 'text'), 'alarms.id'),
        )
        .orderBy('alarms.started', 'desc')
        .orderBy('alarms.id')
        .limit(p('limit')),
  );
}
