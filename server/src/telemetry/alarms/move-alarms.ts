import type { Transaction } from '../../database/index.ts';

type Place = { readonly component: string; readonly property: string };

/** Ends the active alarms of a property of channels whose values no longer end them. */
export async function endAlarms(
  tx: Transaction,
  channelIds: readonly string[],
  { component, property }: Place,
  now: number,
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ ended: now })
    .where('channel_id', 'in', channelIds)
    .where('component_id', '=', component)
    .where('property_id', '=', property)
    .where('ended', 'is', null)
    .execute();
}

/** Makes the active alarms of a property of channels those of another property, whose values end them. */
export async function moveAlarms(
  tx: Transaction,
  channelIds: readonly string[],
  { from, to }: { readonly from: Place; readonly to: Place },
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ component_id: to.component, property_id: to.property })
    .where('channel_id', 'in', channelIds)
    .where('component_id', '=', from.component)
    .where('property_id', '=', from.property)
    .where('ended', 'is', null)
    .execute();
}
