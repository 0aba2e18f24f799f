import type { ValueAddress } from '@azulejo/contract';
import type { AlarmKind } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { prepareAlarmsOfUser } from './read-models/of-user.ts';

/** A changed value of a property that raises alarms. Times are milliseconds since 1970. */
export type AlarmChange = {
  readonly address: ValueAddress;
  readonly kind: AlarmKind;
  readonly at: number;
  /** Whether the value raises the alarm; otherwise it ends it. */
  readonly isRaised: boolean;
};

export type Alarms = ReturnType<typeof createAlarms>;
export type StoredAlarm = Awaited<ReturnType<ReturnType<typeof prepareAlarmsOfUser>['all']>>[number];

/** Maximum number of alarms beyond the limit that are read because they have the same time as the last one. */
const MAX_SAME_TIME = 200;
/** Rows deleted per step: few enough not to delay other writes noticeably. */
const STEP_ROWS = 500;

/** Stores alarms from their beginning to their end. At most one per property is active. */
export function createAlarms(db: Db, clock: Clock) {
  const { begin, end, see, remove } = prepare(db);
  const ofUser = prepareAlarmsOfUser(db);
  const read = (userId: string, { id = null as string | null, to = Number.MAX_SAFE_INTEGER, limit = 1 }) =>
    ofUser.scan({ userId, id, now: clock.now(), to, limit });

  return {
    /** Returns statements to be committed in one unit with the values, in their order. */
    record: (changes: readonly AlarmChange[]): BoundStatement[] =>
      changes.flatMap(({ address: { channelId, componentId, propertyId }, kind, at, isRaised }) => {
        const place = { channelId, componentId, propertyId, at };
        const ended = end.bind(place);
        return isRaised ? [ended, begin.bind({ ...place, kind, id: newId() })] : [ended];
      }),

    /** Returns a user's alarms that started before `to`: `limit`, and all in the same millisecond as the last. */
    async list(userId: string, to: number, limit: number): Promise<StoredAlarm[]> {
      const rows = await read(userId, { to, limit: limit + MAX_SAME_TIME });
      const last = rows[limit - 1]?.started;
      return rows.filter(({ started }, index) => index < limit || started === last);
    },

    /**
     * Acknowledges an active alarm of a home, once. `by` is the person who did; null for a client without one. Returns
     * undefined when the home does not have it.
     */
    async see(userId: string, id: string, by: string | null): Promise<StoredAlarm | undefined> {
      const [alarm] = await read(userId, { id });
      if (!alarm || alarm.ended !== null || alarm.seenAt !== null) return alarm;
      await db.unit([see.bind({ id, by, now: clock.now() })]);
      return (await read(userId, { id }))[0];
    },

    /** Deletes alarms that started before `before`, in short steps between which other writes run. */
    async prune(before: number): Promise<void> {
      for (;;) {
        const result = await db.unit([remove.bind({ before, limit: STEP_ROWS })]);
        if (!result.committed || (result.rows[0]?.length ?? 0) < STEP_ROWS) return;
      }
    },
  };
}

type Place = { channelId: string; componentId: string; propertyId: string; at: number };

function prepare(db: Db) {
  const begin = db.prepare<Place & { id: string; kind: AlarmKind }>()((kysely, p) =>
    kysely.insertInto('alarms').values({
      id: p('id'),
      channel_id: p('channelId'),
      component_id: p('componentId'),
      property_id: p('propertyId'),
      kind: p('kind'),
      started: p('at'),
      ended: null,
      seen_at: null,
      seen_by: null,
    }),
  );
  const end = db.prepare<Place>()((kysely, p) =>
    kysely
      .updateTable('alarms')
      .set({ ended: p('at') })
      .where('channel_id', '=', p('channelId'))
      .where('component_id', '=', p('componentId'))
      .where('property_id', '=', p('propertyId'))
      .where('ended', 'is', null),
  );
  const see = db.prepare<{ id: string; by: string | null; now: number }>()((kysely, p) =>
    kysely
      .updateTable('alarms')
      .set({ seen_at: p('now'), seen_by: p('by') })
      .where('id', '=', p('id'))
      .where('ended', 'is', null)
      .where('seen_at', 'is', null),
  );
  const remove = db.prepare<{ before: number; limit: number }>()((kysely, p) =>
    kysely
      .deleteFrom('alarms')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('alarms as due')
          .select('due.id')
          .where('due.started', '<', p('before'))
          .where('due.ended', 'is not', null)
          .orderBy('due.started')
          .limit(p('limit')),
      )
      .returning('id'),
  );
  return { begin, end, see, remove };
}
