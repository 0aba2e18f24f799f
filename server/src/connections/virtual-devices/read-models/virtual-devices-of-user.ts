import type { Transaction } from '../../../database/index.ts';

/** Returns the number of virtual devices in the user's home. */
export async function countVirtualDevices(tx: Transaction, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('grants')
    .innerJoin('virtual_devices', 'virtual_devices.channel_id', 'grants.channel_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .executeTakeFirst();
  return row?.count ?? 0;
}
