import { jsonRows } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import type { HomeDevice } from './devices.ts';

/** When something happened to an alarm, by its column. */
const moments = { started: 'alarms.started', seen: 'alarms.seen_at', ended: 'alarms.ended' } as const;

export type AlarmMoment = keyof typeof moments;

type Question = {
  readonly to: number;
  readonly limit: number;
  /** Restricts the result to what the user with this id did. */
  readonly by: string | undefined;
};

/** Reads when alarms of devices began, were acknowledged and ended, since the user's access to the device. */
export function createAlarmMoments(db: Db) {
  const prepared = {
    started: prepareMoment(db, 'started'),
    seen: prepareMoment(db, 'seen'),
    ended: prepareMoment(db, 'ended'),
  };
  return {
    /** Returns the newest first, at most `limit`. */
    list: (moment: AlarmMoment, devices: readonly HomeDevice[], { to, limit, by }: Question) =>
      prepared[moment].scan({
        rows: JSON.stringify(devices.map(({ channelId, since }) => [channelId, since])),
        to,
        limit,
        by: by ?? null,
      }),
  };
}

function prepareMoment(db: Db, moment: AlarmMoment) {
  const column = moments[moment];
  return db.prepare<{ rows: string; to: number; limit: number; by: string | null }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ id: string; since: number }>(db.engine, p('rows'), { id: 'text', since: 'integer' }).as(
          'given',
        ),
      )
      .innerJoin('alarms', 'alarms.channel_id', 'given.id')
      .select([
        'alarms.id',
        'alarms.channel_id as channelId',
        'alarms.component_id as componentId',
        'alarms.property_id as propertyId',
        'alarms.kind',
        'alarms.seen_by as seenBy',
        sql<number>`${sql.ref(column)}`.as('time'),
      ])
      .whereRef('alarms.started', '>=', 'given.since')
      .where(column, '<', p('to'))
      .where((eb) => {
        const user = eb.cast<string>(eb.val(p('by')), 'text');
        return eb.or([eb(user, 'is', null), eb('alarms.seen_by', '=', user)]);
      })
      .orderBy(column, 'desc')
      .orderBy('alarms.id')
      .limit(p('limit')),
  );
}
