import type { ValueAddress } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { grantInForce } from '../channels/index.ts';
import { addressOf, type Stamp } from './plan.ts';
import type { ValueRow } from './value-statements.ts';

/** The last value of a property. `timestamp` is in milliseconds since 1970. */
export type StoredValue = ValueAddress &
  Stamp & { readonly data: unknown; readonly timestamp: number; readonly revision: number };

/** A page's worth of memory: a device has some twenty values. */
const CHANNELS_AT_ONCE = 100;

/** Reads the last values. */
export function createStoredValues({ db, clock }: { db: Db; clock: Clock }) {
  const ofChannel = db.prepare<{ channelId: string }>()((kysely, p) =>
    kysely
      .selectFrom('property_values')
      .selectAll()
      .where('channel_id', '=', p('channelId'))
      .orderBy('component_id')
      .orderBy('property_id'),
  );
  const one = db.prepare<ValueAddress>()((kysely, p) =>
    kysely
      .selectFrom('property_values')
      .selectAll()
      .where('channel_id', '=', p('channelId'))
      .where('component_id', '=', p('componentId'))
      .where('property_id', '=', p('propertyId')),
  );
  const ofUser = prepareOfUser(db);

  return {
    async find(address: ValueAddress): Promise<StoredValue | undefined> {
      const { channelId, componentId, propertyId } = address;
      const row = await one.get({ channelId, componentId, propertyId });
      return row && toStoredValue(row);
    },

    /** By component and property. */
    async ofChannel(channelId: string): Promise<StoredValue[]> {
      return (await ofChannel.all({ channelId })).map(toStoredValue);
    },

    /**
     * The rows of all channels on which the user holds a grant now, by channel, component and property, in pages: however
     * large a home, little of it is in memory at once.
     */
    async *rowsOfUser(userId: string): AsyncGenerator<ValueRow[]> {
      for (let after = ''; ; ) {
        const rows = await ofUser.scan({ userId, after, now: clock.now() });
        const last = rows.at(-1)?.grantedId;
        if (last === undefined) return;
        yield rows.filter(isValue);
        after = last;
      }
    },
  };
}

/** Each page is of some channels; one without values has a row without a value, so that the next page is known. */
function prepareOfUser(db: Db) {
  return db.prepare<{ userId: string; after: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('grants')
          .select('channel_id as grantedId')
          .where('grantee_id', '=', p('userId'))
          .where('role', '=', 'user')
          .where('channel_id', '>', p('after'))
          .where(grantInForce(p('now')))
          .orderBy('channel_id')
          .limit(CHANNELS_AT_ONCE)
          .as('granted'),
      )
      .leftJoin('property_values as stored', 'stored.channel_id', 'granted.grantedId')
      .selectAll('stored')
      .select('granted.grantedId')
      .orderBy('granted.grantedId')
      .orderBy('stored.component_id')
      .orderBy('stored.property_id'),
  );
}

const isValue = (row: { data_json: string | null }): row is ValueRow & { grantedId: string } =>
  row.data_json !== null;

function toStoredValue(row: ValueRow): StoredValue {
  return {
    ...addressOf(row),
    data: JSON.parse(row.data_json),
    timestamp: row.timestamp,
    sender: row.sender ?? undefined,
    onBehalfOf: row.on_behalf_of ?? undefined,
    cause: row.cause,
    revision: row.revision,
  };
}
