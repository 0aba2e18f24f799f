import type { Db } from '../../database/index.ts';

/** Counts channels up to a limit, for quotas. */
export function createChannelCounts(db: Db) {
  const madeBy = prepareMadeBy(db);
  const heldBy = prepareHeldBy(db);
  const grantedBy = prepareGrantedBy(db);
  return {
    /** Returns how many channels the client created; stops counting at `limit`. */
    countMadeBy: async (creatorId: string, limit: number): Promise<number> =>
      Number((await madeBy.get({ creatorId, limit }))?.count ?? 0),

    /** Returns how many devices are in the user's home; stops counting at `limit`. */
    countGrantedTo: async (userId: string, limit: number): Promise<number> =>
      Number((await heldBy.get({ userId, limit }))?.count ?? 0),

    /** Returns how many devices of a client are in the user's home; stops counting at `limit`. */
    countGrantedBy: async (creatorId: string, userId: string, limit: number): Promise<number> =>
      Number((await grantedBy.get({ creatorId, userId, limit }))?.count ?? 0),
  };
}

const prepareMadeBy = (db: Db) =>
  db.prepare<{ creatorId: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('creator_id', '=', p('creatorId'))
          .where('removed', 'is', null)
          .limit(p('limit'))
          .as('made'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );

const prepareHeldBy = (db: Db) =>
  db.prepare<{ userId: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('grants')
          .innerJoin('channels', 'channels.id', 'grants.channel_id')
          .select('channels.id')
          .where('channels.context_of', 'is', null)
          .where('grantee_id', '=', p('userId'))
          .where('role', '=', 'user')
          .limit(p('limit'))
          .as('held'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );

const prepareGrantedBy = (db: Db) =>
  db.prepare<{ creatorId: string; userId: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('grants')
          .innerJoin('channels', 'channels.id', 'grants.channel_id')
          .select('channels.id')
          .where('channels.creator_id', '=', p('creatorId'))
          .where('grantee_id', '=', p('userId'))
          .where('role', '=', 'user')
          .limit(p('limit'))
          .as('granted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
