import type { Db } from '../../../database/index.ts';
import { ofKind } from '../../../identity/users/index.ts';

/** Prepares the statement that reads a page of users, each with its context channel if it exists. */
export function prepareUsersAfter(db: Db) {
  return db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('users')
          .select(['id', 'client_id as clientId', 'state'])
          .where('id', '>', p('after'))
          .where(ofKind('person'))
          .orderBy('id')
          .limit(p('limit'))
          .as('some'),
      )
      .leftJoin('channels', 'channels.context_of', 'some.id')
      .select([
        'some.id',
        'some.clientId',
        'some.state',
        'channels.id as channelId',
        'channels.template_version as templateVersion',
      ])
      .orderBy('some.id'),
  );
}
