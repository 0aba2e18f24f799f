import type { Db } from '../../../database/index.ts';

/** Finds a person's application and own home, with the revisions by which what they see is cached. */
export const prepareSubject = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .innerJoin('homes', 'homes.id', 'users.home_id')
      .select([
        'users.id',
        'users.client_id as clientId',
        'users.revision',
        'homes.id as homeId',
        'homes.revision as homeRevision',
      ])
      .where('users.id', '=', p('id'))
      .where('users.state', '<>', 'removed'),
  );
