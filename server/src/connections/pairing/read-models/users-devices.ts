import type { Db } from '../../../database/index.ts';

/** Returns those of the ids that are the user's channels, with their names. */
export async function channelsOf(db: Db, userId: string, templateId: string, ids: readonly string[]) {
  const rows = await db.read
    .selectFrom('channels')
    .innerJoin('grants', 'grants.channel_id', 'channels.id')
    .select(['channels.id', 'channels.name'])
    .where('channels.id', 'in', ids)
    .where('channels.template_id', '=', templateId)
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
