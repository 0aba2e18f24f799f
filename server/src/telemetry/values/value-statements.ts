import type { ValueAddress } from '@azulejo/contract';
import { type BoundStatement, jsonRows } from '@azulejo/storage';
import type { Kysely, Selectable } from 'kysely';
import { type Database, type Db, jsonColumns, prepareBulkInsert, toJsonRows } from '../../database/index.ts';

/** The stored last value of a property. */
export type ValueRow = Selectable<Database['property_values']>;

const ADDRESS = ['channel_id', 'component_id', 'property_id'] as const;

/**
 * Stores the last values of any number of properties in one statement. `revision` is the increment of the
 * stored revision. Rows are ordered by their key, so that units do not deadlock.
 */
export const preparePut = (db: Db): ((rows: readonly ValueRow[]) => BoundStatement) =>
  prepareBulkInsert(db, 'property_values', {
    orderBy: ADDRESS,
    onConflict: (conflict) =>
      conflict.columns(ADDRESS).doUpdateSet((eb) => ({
        data_json: eb.ref('excluded.data_json'),
        timestamp: eb.ref('excluded.timestamp'),
        changed: eb.ref('excluded.changed'),
        sender: eb.ref('excluded.sender'),
        on_behalf_of: eb.ref('excluded.on_behalf_of'),
        cause: eb.ref('excluded.cause'),
        revision: eb('property_values.revision', '+', eb.ref('excluded.revision')),
      })),
  });

const TIMED = [...ADDRESS, 'timestamp'] as const;
const timedColumns = jsonColumns('property_values', TIMED);

/** A last value to store, and the time of the stored value that it replaces; undefined for the first value. */
export type Replacement = { readonly row: ValueRow; readonly before: number | undefined };

/**
 * Stores last values that were planned from stored ones, or fails the unit when one of these was replaced or
 * deleted meanwhile: times increase within a property, whoever else writes it. A first value is inserted, so that
 * two of them end in a `ConstraintError`.
 */
export function prepareReplace(db: Db): (values: readonly Replacement[]) => BoundStatement[] {
  const lock = prepareLock(db);
  const put = preparePut(db);
  const insert = prepareBulkInsert(db, 'property_values', { orderBy: ADDRESS });
  return (values) => {
    const first = values.filter(({ before }) => before === undefined).map(({ row }) => row);
    const known = values.filter(({ before }) => before !== undefined);
    const rows = toJsonRows<(typeof TIMED)[number]>(
      timedColumns,
      known.map(({ row, before }) => ({ ...row, timestamp: before })),
    );
    return [
      ...(known.length > 0
        ? [lock.bind({ rows, count: known.length }, { expectRow: true }), put(known.map(({ row }) => row))]
        : []),
      ...(first.length > 0 ? [insert(first)] : []),
    ];
  };
}

/** Returns a row when all of the values have these times, and locks them until the unit ends. */
function prepareLock(db: Db) {
  return db.prepare<{ rows: string; count: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) => {
        const unchanged = eb
          .selectFrom(jsonRows<TimedRow>(db.engine, p('rows'), timedColumns).as('given'))
          .innerJoin('property_values as stored', (join) =>
            join
              .onRef('stored.channel_id', '=', 'given.channel_id')
              .onRef('stored.component_id', '=', 'given.component_id')
              .onRef('stored.property_id', '=', 'given.property_id')
              .onRef('stored.timestamp', '=', 'given.timestamp'),
          )
          .select('stored.timestamp');
        const ordered = unchanged
          .orderBy('stored.channel_id')
          .orderBy('stored.component_id')
          .orderBy('stored.property_id');
        return (db.engine === 'postgres' ? ordered.forUpdate('stored') : unchanged).as('unchanged');
      })
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .having((eb) => eb.fn.countAll<number>(), '=', p('count')),
  );
}

type TimedRow = Pick<ValueRow, (typeof TIMED)[number]>;
type AddressRow = Pick<ValueRow, (typeof ADDRESS)[number]>;
const ADDRESS_COLUMNS = jsonColumns('property_values', ADDRESS);

const addressRows = (addresses: readonly ValueAddress[]): string =>
  JSON.stringify(
    addresses.map(({ channelId, componentId, propertyId }) => [channelId, componentId, propertyId]),
  );

/** Selects from the stored values of addresses, which are given as JSON. */
const selectAt = (db: Db, kysely: Kysely<Database>, rows: string) =>
  kysely
    .selectFrom(jsonRows<AddressRow>(db.engine, rows, ADDRESS_COLUMNS).as('given'))
    .innerJoin('property_values as stored', (join) =>
      join
        .onRef('stored.channel_id', '=', 'given.channel_id')
        .onRef('stored.component_id', '=', 'given.component_id')
        .onRef('stored.property_id', '=', 'given.property_id'),
    );

/** Reads the stored values of any number of addresses in one statement. */
export function prepareAt(db: Db): (addresses: readonly ValueAddress[]) => Promise<ValueRow[]> {
  const at = db.prepare<{ rows: string }>()((kysely, p) =>
    selectAt(db, kysely, p('rows')).selectAll('stored'),
  );
  return (addresses) => at.all({ rows: addressRows(addresses) });
}

/** Locks the stored values of any number of addresses until the unit ends, on PostgreSQL. */
export function prepareLockAt(db: Db): (addresses: readonly ValueAddress[]) => BoundStatement {
  const lock = db.prepare<{ rows: string }>()((kysely, p) => {
    const stored = selectAt(db, kysely, p('rows'))
      .select('stored.timestamp')
      .orderBy('stored.channel_id')
      .orderBy('stored.component_id')
      .orderBy('stored.property_id');
    return db.engine === 'postgres' ? stored.forUpdate('stored') : stored;
  });
  return (addresses) => lock.bind({ rows: addressRows(addresses) });
}
