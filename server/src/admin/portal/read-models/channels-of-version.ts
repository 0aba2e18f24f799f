import type { Db, Transaction } from '../../../database/index.ts';

export type FoundChannel = { id: string; name: string };

type Version = { readonly templateId: string; readonly from: number };

/** Returns some channels of a version of a template. */
export const findChannels = (
  tx: Transaction,
  { templateId, from }: Version,
  limit: number,
): Promise<FoundChannel[]> =>
  tx
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('template_id', '=', templateId)
    .where('template_version', '=', from)
    .orderBy('id')
    .limit(limit)
    .execute();

export async function countChannels(db: Db, { templateId, from }: Version): Promise<number> {
  const { count } = await db.scan
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('template_id', '=', templateId)
    .where('template_version', '=', from)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the users of the channels. */
export const findHolders = (tx: Transaction, channelIds: readonly string[]) =>
  tx
    .selectFrom('grants')
    .select(['grantee_id as userId', 'channel_id as channelId'])
    .where('channel_id', 'in', channelIds)
    .where('role', '=', 'user')
    .orderBy('grantee_id')
    .execute();
