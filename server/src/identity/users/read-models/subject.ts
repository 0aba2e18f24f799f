import type { Db } from '../../../database/index.ts';

type From = Pick<Db['read'], 'selectFrom'>;

/** Selects a person's application and a home of the person, with the revisions by which what they see is cached. */
const selectSubject = (kysely: From, own: 'homes.id' | 'homes.owner_id', of: 'users.home_id' | 'users.id') =>
  kysely
    .selectFrom('users')
    .innerJoin('homes', own, of)
    .select([
      'users.id',
      'users.client_id as clientId',
      'users.revision',
      'homes.id as homeId',
      'homes.revision as homeRevision',
    ])
    .where('users.state', '<>', 'removed');

/** Finds a person with the person's own home. */
export const prepareSubject = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    selectSubject(kysely, 'homes.id', 'users.home_id').where('users.id', '=', p('id')),
  );

/** Finds the owner of a home. */
export const prepareOwner = (db: Db) =>
  db.prepare<{ homeId: string }>()((kysely, p) =>
    selectSubject(kysely, 'homes.owner_id', 'users.id').where('homes.id', '=', p('homeId')),
  );
