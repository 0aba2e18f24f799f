import type { ValueAddress } from '@azulejo/contract';
import { type BoundStatement, jsonRows } from '@azulejo/storage';
import type { Selectable } from 'kysely';
import { type Database, type Db, jsonColumns, prepareBulkInsert } from '../../database/index.ts';

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
        sender: eb.ref('excluded.sender'),
        on_behalf_of: eb.ref('excluded.on_behalf_of'),
        cause: eb.ref('excluded.cause'),
        revision: eb('property_values.revision', '+', eb.ref('excluded.revision')),
      })),
  });

type AddressRow = Pick<ValueRow, (typeof ADDRESS)[number]>;
const ADDRESS_COLUMNS = jsonColumns('property_values', ADDRESS);

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
