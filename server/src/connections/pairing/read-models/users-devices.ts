import type { Transaction } from '../../../database/index.ts';

/** Returns those of the ids that are the user's channels, with their names. */
export async function channelsOf(
  tx: Transaction,
  userId: string,
  templateId: string,
  ids: readonly string[],
) {
  const rows = await tx
    .selectFrom('channels')
    .innerJoin('grants', 'grants.channel_id', 'channels.id')
    .select(['channels.id', 'channels.name'])
    .where('channels.id', 'in', ids)
    .where('channels.template_id', '=', templateId)
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .execute();
  return rows.map(({ id, name }) => [id, name] as const);
}

/** Returns the number of virtual devices in the user's home. */
export async function countVirtual(tx: Transaction, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('grants')
    .innerJoin('virtual_devices', 'virtual_devices.channel_id', 'grants.channel_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .executeTakeFirst();
  return row?.count ?? 0;
}
