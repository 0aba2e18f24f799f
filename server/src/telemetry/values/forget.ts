import type { Transaction } from '../../database/index.ts';

/** A property of a component of whatever channel. */
export type ValuePlace = { readonly component: string; readonly property: string };

/** Deletes the last values of a property of channels. */
export async function forgetValues(
  tx: Transaction,
  channelIds: readonly string[],
  { component, property }: ValuePlace,
): Promise<void> {
  await tx
    .deleteFrom('property_values')
    .where('channel_id', 'in', channelIds)
    .where('component_id', '=', component)
    .where('property_id', '=', property)
    .execute();
}

/** Makes the last values of a property of channels those of another property. */
export async function moveValues(
  tx: Transaction,
  channelIds: readonly string[],
  { from, to }: { readonly from: ValuePlace; readonly to: ValuePlace },
): Promise<void> {
  await forgetValues(tx, channelIds, to);
  await tx
    .updateTable('property_values')
    .set({ component_id: to.component, property_id: to.property })
    .where('channel_id', 'in', channelIds)
    .where('component_id', '=', from.component)
    .where('property_id', '=', from.property)
    .execute();
}
