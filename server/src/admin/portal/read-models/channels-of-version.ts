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
