import type { Db, Transaction } from '../../database/index.ts';

type Reader = Db['read'] | Transaction;

/**
 * Counts channels up to a limit, for quotas. A quota is checked by the transaction that uses it up, because requests at
 * the same time would otherwise exceed it.
 */
export function createChannelCounts(db: Db) {
  const grantedBy = prepareGrantedBy(db);
  return {
    countMadeBy,
    countGrantedTo,
    /** Returns how many devices of a client are in the user's home; stops counting at `limit`. */
    countGrantedBy: async (creatorId: string, userId: string, limit: number): Promise<number> =>
      Number((await grantedBy.get({ creatorId, userId, limit }))?.count ?? 0),
  };
}

/** Returns how many channels the client created; stops counting at `limit`. */
async function countMadeBy(reader: Reader, creatorId: string, limit: number): Promise<number> {
  const { count } = await reader
    .selectFrom((eb) =>
      eb
        .selectFrom('channels')
        .select('id')
        .where('creator_id', '=', creatorId)
        .where('removed', 'is', null)
        .limit(limit)
        .as('made'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns how many devices are in the user's home; stops counting at `limit`. */
async function countGrantedTo(reader: Reader, userId: string, limit: number): Promise<number> {
  const { count } = await reader
    .selectFrom((eb) =>
      eb
        .selectFrom('grants')
        .innerJoin('channels', 'channels.id', 'grants.channel_id')
        .select('channels.id')
        .where('channels.context_of', 'is', null)
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .limit(limit)
        .as('held'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

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
