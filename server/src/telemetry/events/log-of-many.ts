import type { ValueAddress } from '@azulejo/contract';
import { jsonRows } from '@azulejo/storage';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import type { StoredEvent } from './log.ts';

type EventRow = Selectable<Database['user_events']>;

/** A reader of a user's log: what it has read, and the properties whose values it reads. */
type LogReader = {
  readonly userId: string;
  readonly after: number;
  readonly properties: readonly ValueAddress[];
};

/** The next part of a log for one reader. */
type LogPage = {
  readonly userId: string;
  /** It has read everything up to this number, when it has read `events`. */
  readonly to: number;
  /** The number of the last event of the log. */
  readonly last: number;
  /** Whether events after its cursor were pruned, or never written: it has to read all values again. */
  readonly hasGap: boolean;
  readonly events: readonly StoredEvent[];
};

/** Limits the events that each reader passes in one query, whether or not it needs them. */
const WINDOW = 1_000;
/** Maximum number of events of all readers together. A value may be as large as a message. */
const MAX_EVENTS = 500;
const MAX_READERS = 500;

/**
 * Reads what many readers read next, in two statements: where their logs end, and the events. It returns all
 * events but values and writes of other properties. The readers that have no room in this page get theirs by the next.
 */
export function createLogOfMany(db: Db): (readers: readonly LogReader[]) => Promise<LogPage[]> {
  const ends = prepareEnds(db);
  const events = prepareEvents(db);
  return async (readers) => {
    if (readers.length > MAX_READERS) throw new RangeError(`${readers.length} readers at once`);
    if (readers.length === 0) return [];
    const after = JSON.stringify(readers.map((reader) => [reader.userId, reader.after]));
    const properties = JSON.stringify(
      readers.flatMap((reader) =>
        reader.properties.map((of) => [reader.userId, of.channelId, of.componentId, of.propertyId]),
      ),
    );
    const endOf = new Map((await ends.all({ after })).map((row) => [row.userId, row]));
    const rows = await events.all({ after, properties, limit: MAX_EVENTS });
    const full = rows.length === MAX_EVENTS ? rows.at(-1) : undefined;
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    return readers.map(({ userId, after: from }) => {
      const { first = null, last = 0 } = endOf.get(userId) ?? {};
      const hasGap = last < from || (last > from && first !== from + 1);
      const to = hasGap ? from : endOfPage(userId, from, Math.min(last, from + WINDOW), full);
      const own = hasGap ? [] : (byUser.get(userId) ?? []).filter(({ n }) => n <= to);
      return { userId, to, last, hasGap, events: own.map(({ userId: _of, ...event }) => event) };
    });
  };
}

/** Events are ordered by user: when the page is full, the last one's reader is cut and later ones have none. */
function endOfPage(
  userId: string,
  from: number,
  end: number,
  full: { readonly userId: string; readonly n: number } | undefined,
): number {
  if (!full || userId < full.userId) return end;
  return userId === full.userId ? Math.min(end, full.n) : from;
}

const givenOf = (db: Db, rows: string) =>
  jsonRows<{ user_id: string; after: number }>(db.engine, rows, { user_id: 'text', after: 'integer' }).as(
    'given',
  );

/** Reads the last number of each log, and the first one that is stored after the cursor. */
function prepareEnds(db: Db) {
  return db.prepare<{ after: string }>()((kysely, p) =>
    kysely
      .selectFrom(givenOf(db, p('after')))
      .innerJoin('event_counters', 'event_counters.user_id', 'given.user_id')
      .select((eb) => [
        'given.user_id as userId',
        'event_counters.last',
        eb
          .selectFrom('user_events')
          .select((each) => each.fn.min('user_events.n').as('first'))
          .whereRef('user_events.user_id', '=', 'given.user_id')
          .whereRef('user_events.n', '>', 'given.after')
          .as('first'),
      ]),
  );
}

const isInWindow = sql<SqlBool>`event.user_id = given.user_id
  and event.n > given.after and event.n <= given.after + ${sql.lit(WINDOW)}`;

/**
 * SQLite keeps the order of a cross join and looks up the events of each reader. PostgreSQL does so with a lateral
 * select; otherwise it might read the logs of all users.
 */
const eventsOfEach = ({ engine }: Db) =>
  (engine === 'sqlite'
    ? sql<EventRow>`user_events`
    : sql<EventRow>`lateral (select * from user_events as event where ${isInWindow} offset 0)`
  ).as<'event'>(sql`event`);

function prepareEvents(db: Db) {
  return db.prepare<{ after: string; properties: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom(givenOf(db, p('after')))
      .crossJoin(eventsOfEach(db))
      .select([
        'event.user_id as userId',
        'event.n',
        'event.at',
        'event.type',
        'event.channel_id as channelId',
        'event.component_id as componentId',
        'event.property_id as propertyId',
        'event.io',
        'event.data_json as data',
        'event.state',
        'event.sender',
        'event.on_behalf_of as onBehalfOf',
        'event.cause',
        'event.root_id as rootId',
        'event.depth',
      ])
      .where(isInWindow)
      .where((eb) =>
        eb.or([
          eb('event.type', 'not in', ['value', 'write']),
          eb(
            eb.refTuple('event.user_id', 'event.channel_id', 'event.component_id', 'event.property_id'),
            'in',
            eb
              .selectFrom(jsonRows<Wanted>(db.engine, p('properties'), WANTED_COLUMNS).as('wanted'))
              .select(['user_id', 'channel_id', 'component_id', 'property_id'])
              .$asTuple('user_id', 'channel_id', 'component_id', 'property_id'),
          ),
        ]),
      )
      .orderBy('event.user_id')
      .orderBy('event.n')
      .limit(p('limit')),
  );
}

type Wanted = { user_id: string; channel_id: string; component_id: string; property_id: string };
const WANTED_COLUMNS = {
  user_id: 'text',
  channel_id: 'text',
  component_id: 'text',
  property_id: 'text',
} as const;
