import type { Transaction } from '../../database/index.ts';

/** Makes the simulator restart the devices, with their newest template and settings. */
export async function restartDevices(
  tx: Transaction,
  channelIds: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('virtual_devices')
    .set((eb) => ({
      updated: eb
        .case()
        .when('updated', '>=', now)
        .then(eb('updated', '+', 1))
        .else(now)
        .end(),
    }))
    .where('channel_id', 'in', channelIds)
    .execute();
}
