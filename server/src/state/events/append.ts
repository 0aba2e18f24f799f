import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { type BoundStatement, jsonRows } from '../../platform/storage/index.ts';
import type { NewEvent } from './event.ts';

type CountRow = { user_id: string; count: number };

type EventRow = {
  user_id: string;
  /** How many later events of the same user there are in the same call. */
  behind: number;
  at: number;
  type: NewEvent['type'];
  channel_id: string;
  component_id: string;
  property_id: string;
  io: string | null;
  data_json: string | null;
  state: NonNullable<NewEvent['state']> | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/**
 * Prepares the statements that append events to their users' logs: two, however many events and users.
 * 1. Count: increment each user's counter by the number of its new events, which locks the counter until
 *    COMMIT.
 * 2. Insert: number each event by its user's counter, minus the user's events that follow it in the call.
 */
export function createAppend(db: Db): (events: readonly NewEvent[]) => BoundStatement[] {
  const count = prepareCount(db);
  const insert = prepareInsert(db);
  return (events) => {
    if (events.length === 0) return [];
    const counts = new Map<string, number>();
    const rows = events.toReversed().map((event) => {
      const behind = counts.get(event.userId) ?? 0;
      counts.set(event.userId, behind + 1);
      return toRow(event, behind);
    });
    return [
      count.bind({ rows: JSON.stringify([...counts]) }),
      insert.bind({ rows: JSON.stringify(rows.reverse()) }),
    ];
  };
}

/** Returns the values in the order of `prepareInsert`'s columns. */
function toRow(event: NewEvent, behind: number): unknown[] {
  const { address } = event;
  return [
    event.userId,
    behind,
    event.at,
    event.type,
    address.channelId,
    address.componentId,
    address.propertyId,
    event.io ?? null,
    event.data === undefined ? null : JSON.stringify(event.data),
    event.state ?? null,
    event.sender ?? null,
    event.onBehalfOf ?? null,
    event.cause ?? null,
  ];
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

/** Each event gets its number from the counter, which this unit has incremented by the number of events. */
function prepareInsert(db: Db) {
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('user_events')
      .columns([
        'user_id',
        'n',
        'at',
        'type',
        'channel_id',
        'component_id',
        'property_id',
        'io',
        'data_json',
        'state',
        'sender',
        'on_behalf_of',
        'cause',
      ])
      .expression((eb) =>
        eb
          .selectFrom(
            jsonRows<EventRow>(db.engine, p('rows'), {
              user_id: 'text',
              behind: 'integer',
              at: 'integer',
              type: 'text',
              channel_id: 'text',
              component_id: 'text',
              property_id: 'text',
              io: 'text',
              data_json: 'text',
              state: 'text',
              sender: 'text',
              on_behalf_of: 'text',
              cause: 'text',
            }).as('given'),
          )
          .innerJoin('event_counters', 'event_counters.user_id', 'given.user_id')
          .select((each) => [
            'given.user_id',
            each('event_counters.last', '-', each.ref('given.behind')).as('n'),
            'given.at',
            'given.type',
            'given.channel_id',
            'given.component_id',
            'given.property_id',
            'given.io',
            'given.data_json',
            'given.state',
            'given.sender',
            'given.on_behalf_of',
            'given.cause',
          ]),
      ),
  );
}
