import type { Db } from '../../../database/index.ts';
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
