import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';

export type Belongings = Record<
  'channels' | 'ownChannels' | 'tiles' | 'groups' | 'places' | 'services' | 'uploads',
  number
>;

const rowsOf = (table: string, column: string, userId: string) =>
  sql<number>`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${userId})`;

/**
 * Counts what belongs to the user, without the user's own context channel, which is not a device.
 * `ownChannels` counts the channels that would be deleted with the user (`admin/deletion/`).
 */
export async function countBelongings(
  db: Db,
  { id: userId, clientId, now }: { id: string; clientId: string; now: number },
): Promise<Belongings> {
  const isInForce = (grants: string) =>
    sql`(${sql.ref(`${grants}.expires`)} is null or ${sql.ref(`${grants}.expires`)} > ${now})`;
  const granted = sql`from grants join channels on channels.id = grants.channel_id
    left join clients on clients.id = channels.creator_id
    where grants.grantee_id = ${userId} and grants.role = 'user' and channels.context_of is null
      and channels.removed is null and ${isInForce('grants')}`;
  const { rows } = await sql<Record<keyof Belongings, number | string>>`select
    (select count(*) ${granted}) as "channels",
    (select count(*) ${granted} and (clients.id is null or clients.kind = 'device')
      and not exists (select 1 from grants as other where other.channel_id = grants.channel_id
        and other.grantee_id not in (${userId}, ${clientId}) and ${isInForce('other')})) as "ownChannels",
    (select count(*) from tiles join channels on channels.id = tiles.channel_id
      where tiles.user_id = ${userId} and channels.context_of is null) as "tiles",
    (select count(*) from tile_groups where user_id = ${userId} and is_context = 0) as "groups",
    ${rowsOf('places', 'user_id', userId)} as "places",
    ${rowsOf('service_subscriptions', 'user_id', userId)} as "services",
    ${rowsOf('uploads', 'owner_id', userId)} as "uploads"`.execute(db.read);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]),
  ) as Belongings;
}
