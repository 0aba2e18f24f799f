import type { ValueAddress } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import { grantInForce } from '../../devices/channels/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ValueRow } from './value-statements.ts';

/** Who set a value, and why. */
export type Stamp = { sender: string | undefined; onBehalfOf: string | undefined; cause: string };

/** The last value of a property. `timestamp` is in milliseconds since 1970. */
export type StoredValue = ValueAddress &
  Stamp & { readonly data: unknown; readonly timestamp: number; readonly revision: number };

/** Selects all channels on which this user or application holds a grant now. */
export type Grantee = { readonly role: 'user' | 'application'; readonly id: string };

/** A device has about twenty values, so a page has about a thousand rows: a few milliseconds of work. */
const CHANNELS_PER_PAGE = 50;

export type Values = ReturnType<typeof createValues>;

/** Reads the last value of every property. Values are changed by `state/write-path`. */
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
  const ofGrantee = preparePage(db, { hasChannel: false });
  const ofGrantedChannel = preparePage(db, { hasChannel: true });

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
        const rows = await page.scan({ role, id, after, channelId, componentId, propertyId, now });
        const last = rows.at(-1)?.grantedId;
        if (last === undefined) return;
        yield rows.filter(isValue);
        if (channelId !== null) return;
        after = last;
      }
    },
  };
}

type PageParams = { role: Grantee['role']; id: string; after: string; now: number } & {
  [Level in keyof ValueAddress]: string | null;
};

/**
 * Selects a page of channels. A channel without values has one row without a value, which tells where the
 * next page begins.
 */
function preparePage(db: Db, { hasChannel }: { hasChannel: boolean }) {
  return db.prepare<PageParams>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('grants')
          .select('channel_id as grantedId')
          .where('grantee_id', '=', p('id'))
          .where('role', '=', p('role'))
          .where('channel_id', '>', p('after'))
          .$if(hasChannel, (narrowed) => narrowed.where('channel_id', '=', p('channelId')))
          .where(grantInForce(p('now')))
          .orderBy('channel_id')
          .limit(CHANNELS_PER_PAGE)
          .as('granted'),
      )
      .leftJoin('property_values as stored', (join) =>
        join
          .onRef('stored.channel_id', '=', 'granted.grantedId')
          .on('stored.component_id', '=', (eb) =>
            eb.fn.coalesce(eb.cast<string>(eb.val(p('componentId')), 'text'), 'stored.component_id'),
          )
          .on('stored.property_id', '=', (eb) =>
            eb.fn.coalesce(eb.cast<string>(eb.val(p('propertyId')), 'text'), 'stored.property_id'),
          ),
      )
      .selectAll('stored')
      .select('granted.grantedId')
      .orderBy('granted.grantedId')
      .orderBy('stored.component_id')
      .orderBy('stored.property_id'),
  );
}

const isValue = (row: { data_json: string | null }): row is ValueRow & { grantedId: string } =>
  row.data_json !== null;

export const addressOf = (row: ValueRow): ValueAddress => ({
  channelId: row.channel_id,
  componentId: row.component_id,
  propertyId: row.property_id,
});

export function toStoredValue(row: ValueRow): StoredValue {
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
