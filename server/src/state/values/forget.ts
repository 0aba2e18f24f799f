import type { Transaction } from '../../database/index.ts';

/** Deletes the last values of a property of channels. */
export async function forgetValues(
  tx: Transaction,
  channelIds: readonly string[],
  { component, property }: { component: string; property: string },
): Promise<void> {
  await tx
    .deleteFrom('property_values')
    .where('channel_id', 'in', channelIds)
    .where('component_id', '=', component)
    .where('property_id', '=', property)
    .execute();
}
