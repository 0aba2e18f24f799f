import type { Db, Transaction } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { grantInForce } from '../grant-in-force.ts';

/** Prepares the read of a user's channel for its creator, or for the application of the user. */
export const prepareChannelOfUser = (db: Db) =>
  db.prepare<{ callerId: string; userId: string; id: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('grants')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .innerJoin('users', 'users.id', 'grants.grantee_id')
      .select([
        'channels.id',
        'channels.template_id as templateId',
        'channels.creator_id as creatorId',
        'channels.name',
        'channels.remote_key as remoteKey',
      ])
      .where('grants.channel_id', '=', p('id'))
      .where('grants.grantee_id', '=', p('userId'))
      .where('grants.role', '=', 'user')
      .where(grantInForce(p('now')))
      .where('channels.context_of', 'is', null)
      .where('users.state', '<>', 'removed')
      .where((eb) =>
        eb.or([eb('channels.creator_id', '=', p('callerId')), eb('users.client_id', '=', p('callerId'))]),
      ),
  );

/** Returns the client that created the channel, and one of its users, each null when there is none. */
export const findOwnerAndUser = (tx: Transaction, channelId: string, now: number) =>
  tx
    .selectFrom('channels')
    .leftJoin('clients', 'clients.id', 'channels.creator_id')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.channel_id', '=', 'channels.id')
        .on('grants.role', '=', 'user')
        .on(grantInForce(now)),
    )
    .select(['clients.id as ownerId', 'clients.kind as ownerKind', 'grants.grantee_id as userId'])
    .where('channels.id', '=', channelId)
    .limit(1)
    .executeTakeFirst();

/** Returns a function that lists those of a user's channels whose devices the platform simulates. */
export function createListVirtual(db: Db, clock: Clock) {
  const virtual = db.prepare<{ userId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('grants')
      .innerJoin('virtual_devices', 'virtual_devices.channel_id', 'grants.channel_id')
      .select('virtual_devices.channel_id as id')
      .where('grants.grantee_id', '=', p('userId'))
      .where('grants.role', '=', 'user')
      .where(grantInForce(p('now'))),
  );

  return async (userId: string): Promise<ReadonlySet<string>> =>
    new Set((await virtual.all({ userId, now: clock.now() })).map(({ id }) => id));
}
