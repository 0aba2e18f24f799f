import type { ValueAddress } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { prepareGrantedValues } from './read-models/granted-values.ts';
import type { ValueRow } from './value-statements.ts';

/** Who set a value, and why. */
export type Stamp = { sender: string | undefined; onBehalfOf: string | undefined; cause: string };

/** The last value of a property. `timestamp` is in milliseconds since 1970. */
export type StoredValue = ValueAddress &
  Stamp & {
    readonly data: unknown;
    readonly timestamp: number;
    /** Since when the property has had this value, which many devices report again and again. */
    readonly changed: number;
    readonly revision: number;
  };

/** Selects all channels on which this user or application holds a grant now. */
export type Grantee = { readonly role: 'user' | 'application'; readonly id: string };

export type Values = ReturnType<typeof createValues>;

/** Reads the last value of every property. Values are changed by `telemetry/write-path`. */
export function createValues({ db, clock }: { db: Db; clock: Clock }) {
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
  const ofGrantee = prepareGrantedValues(db, { hasChannel: false });
  const ofGrantedChannel = prepareGrantedValues(db, { hasChannel: true });

  return {
    async find(address: ValueAddress): Promise<StoredValue | undefined> {
      const { channelId, componentId, propertyId } = address;
      const row = await one.get({ channelId, componentId, propertyId });
      return row && toStoredValue(row);
    },

    /** Returns the channel's values, ordered by component and property. */
    async ofChannel(channelId: string): Promise<StoredValue[]> {
      return (await ofChannel.all({ channelId })).map(toStoredValue);
    },

    /**
     * Reads the values of all channels on which the grantee holds a grant now, ordered by channel, component
     * and property; `only` narrows them. Yields one array per page, including empty ones, so that callers can
     * bound how much they read. On SQLite a reader thread does the work.
     */
    async *pagesOf({ role, id }: Grantee, only: Partial<ValueAddress> = {}): AsyncGenerator<ValueRow[]> {
      const { channelId = null, componentId = null, propertyId = null } = only;
      const page = channelId === null ? ofGrantee : ofGrantedChannel;
      for (let after = ''; ; ) {
        const now = clock.now();
        const rows = await page.scan(
          { role, id, after, channelId, componentId, propertyId, now },
          { isCurrent: true },
        );
        const last = rows.at(-1)?.grantedId;
        if (last === undefined) return;
        yield rows.filter(isValue);
        if (channelId !== null) return;
        after = last;
      }
    },
  };
}

const isValue = (row: { data_json: string | null }): row is ValueRow & { grantedId: string } =>
  row.data_json !== null;

/** Returns when the value last changed. Values stored by earlier versions do not know: it was then at the latest. */
export const changedOf = ({ changed, timestamp }: Pick<ValueRow, 'changed' | 'timestamp'>): number =>
  changed ?? timestamp;

export function toStoredValue(row: ValueRow): StoredValue {
  return {
    ...addressOf(row),
    data: JSON.parse(row.data_json),
    timestamp: row.timestamp,
    changed: changedOf(row),
    sender: row.sender ?? undefined,
    onBehalfOf: row.on_behalf_of ?? undefined,
    cause: row.cause,
    revision: row.revision,
  };
}
