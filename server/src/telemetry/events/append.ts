import { type BoundStatement, jsonRows } from '@azulejo/storage';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Database, type Db, jsonColumns, toJsonRows } from '../../database/index.ts';
import type { NewEvent } from './event.ts';

type CountRow = { user_id: string; count: number };

/** `n` is how many later events of the same user there are in the same call. */
type EventRow = Selectable<Database['user_events']>;

/** Events other than values belong to no property. */
const NOWHERE = {
  address: { channelId: '', componentId: '', propertyId: '' },
  io: undefined,
  state: undefined,
  sender: undefined,
  onBehalfOf: undefined,
};

const columns = jsonColumns('user_events');
const names = Object.keys(columns) as (keyof EventRow)[];

/**
 * Prepares the statements that append events to their users' logs: two, however many events and users. No event is
 * later than `latestTime` says.
 * 1. Count: increment each user's counter by the number of its new events, which locks the counter until
 *    COMMIT.
 * 2. Insert: number each event by its user's counter, minus the user's events that follow it in the call.
 */
export function createAppend(
  db: Db,
  latestTime: () => number,
): (events: readonly NewEvent[]) => BoundStatement[] {
  const count = prepareCount(db);
  const insert = prepareInsert(db);
  return (events) => {
    if (events.length === 0) return [];
    const latest = latestTime();
    const counts = new Map<string, number>();
    const rows = events.toReversed().map((event) => {
      const behind = counts.get(event.userId) ?? 0;
      counts.set(event.userId, behind + 1);
      return toRow(event, behind, isJump(event) ? event.at : Math.min(event.at, latest));
    });
    return [
      count.bind({ rows: JSON.stringify([...counts]) }),
      insert.bind({ rows: toJsonRows(columns, rows.reverse()) }),
    ];
  };
}

/** Only the event of a jump has the time after it. */
const isJump = ({ type }: NewEvent): boolean => type === 'downtime' || type === 'clock';

function toRow(event: NewEvent, behind: number, at: number): EventRow {
  const { address, io, state, sender, onBehalfOf } = 'address' in event ? event : NOWHERE;
  return {
    user_id: event.userId,
    n: behind,
    at,
    type: event.type,
    channel_id: address.channelId,
    component_id: address.componentId,
    property_id: address.propertyId,
    io: io ?? null,
    data_json: event.data === undefined ? null : JSON.stringify(event.data),
    state: state ?? null,
    sender: sender ?? null,
    on_behalf_of: onBehalfOf ?? null,
    cause: event.cause ?? null,
    root_id: event.chain?.rootId ?? null,
    depth: event.chain?.depth ?? null,
  };
}

/**
 * Increments the counters. The unit locks them until its COMMIT, so that each user's numbers become visible
 * in order. It locks them in ascending order of users, so that units do not deadlock. It waits for a user's
 * concurrent deletion, and then leaves the user out.
 */
function prepareCount(db: Db) {
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('event_counters')
      .columns(['user_id', 'last'])
      .expression((eb) => {
        const given = jsonRows<CountRow>(db.engine, p('rows'), { user_id: 'text', count: 'integer' });
        const active = eb
          .selectFrom(given.as('given'))
          .innerJoin('users', 'users.id', 'given.user_id')
          .select(['users.id', 'given.count'])
          .orderBy('users.id');
        return eb
          .selectFrom((db.engine === 'postgres' ? active.forKeyShare('users') : active).as('living'))
          .select(['living.id', 'living.count'])
          .where(sql<SqlBool>`true`);
      })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet((eb) => ({ last: eb('event_counters.last', '+', eb.ref('excluded.last')) })),
      ),
  );
}

/**
 * Prepares the insertion. Each event gets its number from the counter, which this unit has incremented by the
 * number of events.
 */
function prepareInsert(db: Db) {
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('user_events')
      .columns(names)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows<EventRow>(db.engine, p('rows'), columns).as('given'))
          .innerJoin('event_counters', 'event_counters.user_id', 'given.user_id')
          .select((each) =>
            names.map((name) =>
              name === 'n'
                ? each('event_counters.last', '-', each.ref('given.n')).as('n')
                : each.ref(`given.${name}`).as(name),
            ),
          ),
      ),
  );
}
