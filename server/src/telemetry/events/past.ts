import type { ValueAddress } from '@azulejo/contract';
import { jsonRows } from '@azulejo/storage';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { createLog } from './log.ts';

/** How far one page reads, whatever part of it are events that are asked for. */
const WINDOW = 10_000;
/** Maximum number of events of a page. A value may be as large as a message. */
const MAX_EVENTS = 1_000;

/** A part of a log, by numbers. */
export type Span = {
  /** The span begins after this number. */
  readonly after: number;
  /** The span ends with this number. */
  readonly last: number;
  /** The time from which it contains every event, in milliseconds since 1970. */
  readonly from: number;
  /** Whether it has fewer events than there are, because they are too many. */
  readonly isCut: boolean;
};

/** `isOwn` is 1 for an event that the caller itself caused, otherwise 0. */
export type PastEvent = Awaited<ReturnType<ReturnType<typeof preparePage>['scan']>>[number];

type PageQuestion = {
  readonly userId: string;
  readonly after: number;
  readonly last: number;
  /** The values that are asked for, as JSON: arrays of channel, component and property. */
  readonly properties: string;
  /** The automation whose own effects are separated from those of others; empty for none. */
  readonly own: string;
};

/** Reads long parts of a user's log, without blocking the event loop. */
export function createPast(db: Db) {
  const { lastOf } = createLog(db);
  const page = preparePage(db);
  const next = db.prepare<{ userId: string; after: number }>()((kysely, p) =>
    kysely
      .selectFrom('user_events')
      .select(['n', 'at'])
      .where('user_id', '=', p('userId'))
      .where('n', '>', p('after'))
      .orderBy('n')
      .limit(1),
  );

  /** Finds the first event of a time by bisection, since the log has an index by number only. */
  async function firstSince(userId: string, from: number, first: number, last: number): Promise<number> {
    let [low, high] = [first, last + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = await next.get({ userId, after: middle - 1 });
      if (row && row.at < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /** Returns the part of the log since `from`; the newest `most` events if there are more. */
    async span(userId: string, from: number, most: number): Promise<Span> {
      const last = await lastOf(userId);
      const oldest = await next.get({ userId, after: 0 });
      if (!oldest) return { after: last, last, from, isCut: false };
      const since = await firstSince(userId, from, oldest.n, last);
      const first = Math.max(since, last - most + 1);
      if (first > since) {
        const row = await next.get({ userId, after: first - 1 });
        return { after: first - 1, last, from: row?.at ?? from, isCut: true };
      }
      const isPruned = oldest.n > 1 && since === oldest.n;
      return { after: first - 1, last, from: isPruned ? Math.max(from, oldest.at) : from, isCut: false };
    },

    /**
     * Returns the next events after `after`, and the number up to which it has read: values and commands of the
     * properties, and all events that belong to no property.
     */
    async page(question: PageQuestion): Promise<{ events: PastEvent[]; to: number }> {
      const to = Math.min(question.last, question.after + WINDOW);
      const { userId, after, properties, own } = question;
      // `last` is of the primary, and events that a replica lacks would be taken for read.
      const events = await page.scan(
        { userId, after, to, properties, own, limit: MAX_EVENTS },
        { isCurrent: true },
      );
      return { events, to: events.length < MAX_EVENTS ? to : (events.at(-1)?.n ?? to) };
    },
  };
}

/** Returns properties as a page asks for them. */
export const toRequested = (properties: readonly ValueAddress[]): string =>
  JSON.stringify(
    properties.map(({ channelId, componentId, propertyId }) => [channelId, componentId, propertyId]),
  );

/** Causes of automations are `command:<automation>.<run>.<step>`, or `automation:` and the same (decision 0108). */
function isCausedBy(kind: 'command' | 'automation', automation: string) {
  const beginning = sql<string>`(${sql.lit(`${kind}:`)} || cast(${automation} as text) || '.')`;
  return sql<SqlBool>`coalesce(substr(cause, 1, length(${beginning})) = ${beginning}, ${sql.lit(false)})`;
}

type Requested = { channel_id: string; component_id: string; property_id: string };
const REQUESTED_COLUMNS = { channel_id: 'text', component_id: 'text', property_id: 'text' } as const;

type PageParams = Omit<PageQuestion, 'last'> & { to: number; limit: number };

function preparePage(db: Db) {
  return db.prepare<PageParams>()((kysely, p) =>
    kysely
      .selectFrom('user_events')
      .select([
        'n',
        'at',
        'type',
        'channel_id as channelId',
        'component_id as componentId',
        'property_id as propertyId',
        'data_json as data',
        'state',
        'cause',
        sql<number>`case when ${isCausedBy('command', p('own'))} or ${isCausedBy('automation', p('own'))}
          then 1 else 0 end`.as('isOwn'),
      ])
      .where('user_id', '=', p('userId'))
      .where('n', '>', p('after'))
      .where('n', '<=', p('to'))
      .where((eb) =>
        eb.or([
          eb('type', 'not in', ['value', 'command', 'write']),
          eb.and([
            eb('type', 'in', ['value', 'command', 'write']),
            eb(
              eb.refTuple('channel_id', 'component_id', 'property_id'),
              'in',
              eb
                .selectFrom(
                  jsonRows<Requested>(db.engine, p('properties'), REQUESTED_COLUMNS).as('requested'),
                )
                .select(['channel_id', 'component_id', 'property_id'])
                .$asTuple('channel_id', 'component_id', 'property_id'),
            ),
          ]),
        ]),
      )
      .orderBy('n')
      .limit(p('limit')),
  );
}
