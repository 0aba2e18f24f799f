import type { Db, Transaction } from '../../../database/index.ts';

export type FoundChannel = { id: string; name: string };

type Version = { readonly templateId: string; readonly from: number };

type Limits = { readonly channels: number; readonly holders: number };

/**
 * Returns some channels of a version of a template: as many as have that many users together, and at least
 * one.
 */
export async function findChannels(
  tx: Transaction,
  { templateId, from }: Version,
  limits: Limits,
): Promise<FoundChannel[]> {
  const channels = await tx
    .selectFrom('channels')
    .select(['id', 'name'])
    .select((eb) =>
      eb
        .selectFrom('grants')
        .select((grants) => grants.fn.countAll<number>().as('count'))
        .whereRef('grants.channel_id', '=', 'channels.id')
        .where('grants.role', '=', 'user')
        .as('holders'),
    )
    .where('template_id', '=', templateId)
    .where('template_version', '=', from)
    .orderBy('id')
    .limit(limits.channels)
    .execute();
  let holders = 0;
  const beyond = channels.findIndex((channel) => {
    holders += Number(channel.holders);
    return holders > limits.holders;
  });
  const some = beyond < 0 ? channels : channels.slice(0, Math.max(1, beyond));
  return some.map(({ id, name }) => ({ id, name }));
}

export async function countChannels(db: Db, { templateId, from }: Version): Promise<number> {
  const { count } = await db.scan
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('template_id', '=', templateId)
    .where('template_version', '=', from)
    .executeTakeFirstOrThrow();
  return Number(count);
}
