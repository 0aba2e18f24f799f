import type { ValueAddress } from '@azulejo/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import { type BoundStatement, jsonRows } from '../../platform/storage/index.ts';

/** The stored last value of a property. */
export type ValueRow = Selectable<Database['property_values']>;

const COLUMNS = {
  channel_id: 'text',
  component_id: 'text',
  property_id: 'text',
  data_json: 'text',
  timestamp: 'integer',
  sender: 'text',
  on_behalf_of: 'text',
  cause: 'text',
  revision: 'integer',
} as const;
const NAMES = Object.keys(COLUMNS) as (keyof ValueRow)[];

/**
 * Stores the last values of any number of properties in one statement. `revision` is the increment of the
 * stored revision. Rows are ordered by their key, so that units do not deadlock.
 */
export function preparePut(db: Db): (rows: readonly ValueRow[]) => BoundStatement {
  const put = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('property_values')
      .columns(NAMES)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows<ValueRow>(db.engine, p('rows'), COLUMNS).as('given'))
          .select(NAMES)
          .where(sql<SqlBool>`true`)
          .orderBy('channel_id')
          .orderBy('component_id')
          .orderBy('property_id'),
      )
      .onConflict((conflict) =>
        conflict.columns(['channel_id', 'component_id', 'property_id']).doUpdateSet((eb) => ({
          data_json: eb.ref('excluded.data_json'),
          timestamp: eb.ref('excluded.timestamp'),
          sender: eb.ref('excluded.sender'),
          on_behalf_of: eb.ref('excluded.on_behalf_of'),
          cause: eb.ref('excluded.cause'),
          revision: eb('property_values.revision', '+', eb.ref('excluded.revision')),
        })),
      ),
  );
  return (rows) => put.bind({ rows: JSON.stringify(rows.map((row) => NAMES.map((name) => row[name]))) });
}

type AddressRow = Pick<ValueRow, 'channel_id' | 'component_id' | 'property_id'>;
const ADDRESS_COLUMNS = { channel_id: 'text', component_id: 'text', property_id: 'text' } as const;

/** Reads the stored values of any number of addresses in one statement. */
export function prepareAt(db: Db): (addresses: readonly ValueAddress[]) => Promise<ValueRow[]> {
  const at = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<AddressRow>(db.engine, p('rows'), ADDRESS_COLUMNS).as('given'))
      .innerJoin('property_values as stored', (join) =>
        join
          .onRef('stored.channel_id', '=', 'given.channel_id')
          .onRef('stored.component_id', '=', 'given.component_id')
          .onRef('stored.property_id', '=', 'given.property_id'),
      )
      .selectAll('stored'),
  );
  return (addresses) =>
    at.all({
      rows: JSON.stringify(
        addresses.map(({ channelId, componentId, propertyId }) => [channelId, componentId, propertyId]),
      ),
    });
}
