import type { Transaction } from '../../database/index.ts';

type Place = { readonly component: string; readonly property: string };

/**
 * Makes the history of a property of channels that of another property. A channel whose other property has its own
 * history keeps both as they are. The channels must begin a new period, since the numbers of series are cached.
 */
export async function moveSeries(
  tx: Transaction,
  channelIds: readonly string[],
  { from, to }: { readonly from: Place; readonly to: Place },
): Promise<void> {
  await tx
    .updateTable('series')
    .set({ component_id: to.component, property_id: to.property })
    .where('channel_id', 'in', channelIds)
    .where('component_id', '=', from.component)
    .where('property_id', '=', from.property)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('series as other')
            .select('other.id')
            .whereRef('other.channel_id', '=', 'series.channel_id')
            .where('other.component_id', '=', to.component)
            .where('other.property_id', '=', to.property),
        ),
      ),
    )
    .execute();
}
