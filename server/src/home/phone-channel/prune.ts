import { locationPropertyIds } from '@azulejo/catalog';
import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';

/** Channels per step: at most a few milliseconds of deleting, so that writes hardly wait. */
const CHANNELS_BATCH_SIZE = 100;

type ValueKey = { channel_id: string; component_id: string; property_id: string };

const KEY_COLUMNS = { channel_id: 'text', component_id: 'text', property_id: 'text' } as const;

/**
 * Deletes the last values of location properties that are older than their retention (`kept`, in seconds).
 * Reads the context channels in pages, finds expired values on a reader thread, and writes only when there
 * are some.
 */
export function createPrune(db: Db, kept: ReadonlyMap<string, number>): (now: number) => Promise<void> {
  const { page, due, remove } = prepare(db);
  return async (now) => {
    const ends = locationPropertyIds.flatMap((id) => {
      const seconds = kept.get(id);
      return seconds === undefined ? [] : [[id, now - seconds * 1000] as const];
    });
    const before = Math.max(...ends.map(([, end]) => end));
    if (ends.length === 0) return;
    for (let after = ''; ; ) {
      const some = await page.scan({ after });
      const requested = some.flatMap(({ id }) => ends.map(([propertyId, end]) => [id, propertyId, end]));
      const found = await due.scan({ rows: JSON.stringify(requested) });
      const rows = found.map(({ channel_id, component_id, property_id }) => [
        channel_id,
        component_id,
        property_id,
      ]);
      if (rows.length > 0) await db.unit([remove.bind({ rows: JSON.stringify(rows), before })]);
      const last = some.at(-1)?.userId;
      if (typeof last !== 'string') return;
      after = last;
    }
  };
}

function prepare(db: Db) {
  return {
    page: db.prepare<{ after: string }>()((kysely, p) =>
      kysely
        .selectFrom('channels')
        .select(['id', 'context_of as userId'])
        .where('context_of', '>', p('after'))
        .orderBy('context_of')
        .limit(CHANNELS_BATCH_SIZE),
    ),
    due: db.prepare<{ rows: string }>()((kysely, p) =>
      kysely
        .selectFrom(
          jsonRows<{ channel_id: string; property_id: string; before: number }>(db.engine, p('rows'), {
            channel_id: 'text',
            property_id: 'text',
            before: 'integer',
          }).as('given'),
        )
        .innerJoin('property_values as old', (join) =>
          join
            .onRef('old.channel_id', '=', 'given.channel_id')
            .onRef('old.property_id', '=', 'given.property_id')
            .onRef('old.timestamp', '<', 'given.before'),
        )
        .select(['old.channel_id', 'old.component_id', 'old.property_id']),
    ),
    // A value stored after the search is too new to be deleted.
    remove: db.prepare<{ rows: string; before: number }>()((kysely, p) =>
      kysely
        .deleteFrom('property_values')
        .where((eb) =>
          eb(
            eb.refTuple('channel_id', 'component_id', 'property_id'),
            'in',
            eb
              .selectFrom(jsonRows<ValueKey>(db.engine, p('rows'), KEY_COLUMNS).as('given'))
              .select(['channel_id', 'component_id', 'property_id'])
              .$asTuple('channel_id', 'component_id', 'property_id'),
          ),
        )
        .where('timestamp', '<', p('before')),
    ),
  };
}
