import type { Transaction } from '../../../database/index.ts';

/** Returns whether a channel was made from any version of the template. */
export async function hasChannels(tx: Transaction, templateId: string): Promise<boolean> {
  const channel = await tx
    .selectFrom('channels')
    .select('id')
    .where('template_id', '=', templateId)
    .limit(1)
    .executeTakeFirst();
  return channel !== undefined;
}
