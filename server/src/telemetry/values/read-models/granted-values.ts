import type { ValueAddress } from '@azulejo/contract';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';

/** A device has about twenty values, so a page has about a thousand rows: a few milliseconds of work. */
const CHANNELS_PER_PAGE = 50;

type PageParams = { role: 'user' | 'application'; id: string; after: string; now: number } & {
  [Level in keyof ValueAddress]: string | null;
};

/**
 * Selects a page of channels. A channel without values has one row without a value, which tells where the
 * next page begins.
 */
export function prepareGrantedValues(db: Db, { hasChannel }: { hasChannel: boolean }) {
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
