import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { Homes } from '../homes/index.ts';
import type { MayGoOn, Rows } from './rows.ts';

type Dependencies = { db: Db; homes: Homes; rows: Rows };

/** A transaction of so many takes a few milliseconds: others hardly wait. */
const AT_ONCE = 10;

/** Channels that go with those who have them, and the devices that stand behind such channels alone. */
export function createOwnedChannels({ db, homes, rows }: Dependencies) {
  /** What a manager made, or another application, stays with it. */
  const nobodysOwn = () =>
    db.read
      .selectFrom('channels')
      .leftJoin('clients', 'clients.id', 'channels.creator_id')
      .select('channels.id')
      .where((eb) => eb.or([eb('clients.id', 'is', null), eb('clients.kind', '=', 'device')]))
      .limit(AT_ONCE);

  async function remove(ids: readonly string[], mayGoOn: MayGoOn): Promise<void> {
    for (const id of ids) await rows.ofChannel(id, mayGoOn);
    mayGoOn();
    await db.write(async (tx) => {
      const makers = await tx
        .selectFrom('channels')
        .innerJoin('clients', 'clients.id', 'channels.creator_id')
        .select('clients.id')
        .where('channels.id', 'in', ids)
        .where('clients.kind', '=', 'device')
        .execute();
      await homes.remove(tx, ids);
      if (makers.length === 0) return;
      await tx
        .deleteFrom('clients')
        .where(
          'id',
          'in',
          makers.map(({ id }) => id),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('channels')
                .select(sql.lit(1).as('one'))
                .whereRef('channels.creator_id', '=', 'clients.id'),
            ),
          ),
        )
        .execute();
    });
  }

  /** Of those, where only these hold a grant, and the first of them one of the role. */
  const grantedOnlyTo = (ids: readonly [string, ...string[]], role: 'user' | 'application') =>
    nobodysOwn()
      .innerJoin('grants', 'grants.channel_id', 'channels.id')
      .where('grants.grantee_id', '=', ids[0])
      .where('grants.role', '=', role)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('grants as other')
              .select(sql.lit(1).as('one'))
              .whereRef('other.channel_id', '=', 'channels.id')
              .where('other.grantee_id', 'not in', ids),
          ),
        ),
      )
      .execute();

  return {
    /** Those on which nobody but the user, and the user's application, holds a grant; and where the user's phone reports. */
    ofUser: (userId: string, clientId: string): Promise<{ id: string }[]> =>
      grantedOnlyTo([userId, clientId], 'user'),

    /** Those that it made; and those on which it alone holds a grant. */
    async ofClient(clientId: string): Promise<{ id: string }[]> {
      const made = await db.read
        .selectFrom('channels')
        .select('id')
        .where('creator_id', '=', clientId)
        .limit(AT_ONCE)
        .execute();
      return made.length > 0 ? made : grantedOnlyTo([clientId], 'application');
    },

    async removeAll(next: () => Promise<{ id: string }[]>, mayGoOn: MayGoOn): Promise<void> {
      for (;;) {
        const some = await next();
        if (some.length === 0) return;
        await remove(
          some.map(({ id }) => id),
          mayGoOn,
        );
      }
    },
  };
}
