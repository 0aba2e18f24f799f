import type { Db } from '../../database/index.ts';
import { isShown } from './event.ts';

/** A value may be as large as a message; this many of them fit in memory, however large they are. */
const CHUNK = 100;
const MAX_BYTES = 2 * 1024 * 1024;
/** The number of events read at once, for logs in which most events are only for automations and not shown. */
const MAX_READ = 5_000;

export type StoredEvent = Awaited<ReturnType<ReturnType<typeof prepareChunk>['all']>>[number];
export type ShownEvent = StoredEvent & { readonly type: 'value' | 'command' };

/** The next part of a log: the events that are shown, and the number up to which it was read. */
export type LogRead = { readonly events: readonly ShownEvent[]; readonly to: number };

export type Log = ReturnType<typeof createLog>;

/** Reads the users' logs. */
export function createLog(db: Db) {
  const chunk = prepareChunk(db);
  const last = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely.selectFrom('event_counters').select('last').where('user_id', '=', p('userId')),
  );
  const lastOf = async (userId: string): Promise<number> => (await last.get({ userId }))?.last ?? 0;

  /** Returns undefined when the event after `after` cannot be read: it was pruned, or never written. */
  async function chunkAfter(userId: string, after: number, limit: number) {
    const rows = await chunk.all({ userId, after, limit });
    if (rows.length > 0) return rows[0]?.n === after + 1 ? rows : undefined;
    const end = await lastOf(userId);
    if (end === after) return rows;
    if (end < after) return undefined;
    // The events were written between the two reads, or were pruned long ago.
    const came = await chunk.all({ userId, after, limit });
    return came[0]?.n === after + 1 ? came : undefined;
  }

  return {
    /** Returns the number of the user's last event; 0 before the first. */
    lastOf,

    /**
     * Returns at most `limit` events that the feed shows after `after`, oldest first; fewer large ones.
     * Undefined means resync.
     */
    async after(userId: string, after: number, limit: number): Promise<LogRead | undefined> {
      const events: ShownEvent[] = [];
      let to = after;
      let bytes = 0;
      while (events.length < limit && bytes < MAX_BYTES && to - after < MAX_READ) {
        const size = Math.min(CHUNK, limit - events.length);
        const rows = await chunkAfter(userId, to, size);
        // If events are pruned while they are read, the next call detects the gap.
        if (!rows) return to > after ? { events, to } : undefined;
        events.push(...rows.filter(isShown));
        to = rows.at(-1)?.n ?? to;
        bytes += rows.reduce((sum, row) => sum + (row.data?.length ?? 0), 0);
        if (rows.length < size) break;
      }
      return { events, to };
    },
  };
}

function prepareChunk(db: Db) {
  return db.prepare<{ userId: string; after: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('user_events')
      .select([
        'n',
        'at',
        'type',
        'channel_id as channelId',
        'component_id as componentId',
        'property_id as propertyId',
        'io',
        'data_json as data',
        'state',
        'sender',
        'on_behalf_of as onBehalfOf',
        'cause',
        'root_id as rootId',
        'depth',
      ])
      .where('user_id', '=', p('userId'))
      .where('n', '>', p('after'))
      .orderBy('n')
      .limit(p('limit')),
  );
}
