import type { Db } from '../../../database/index.ts';

/** Prepares the read of the revision of the home of an active person. */
export const prepareHomeRevision = (db: Db) =>
  db.prepare<{ homeId: string }>()((kysely, p) =>
    kysely
      .selectFrom('homes')
      .innerJoin('users', 'users.id', 'homes.owner_id')
      .select('homes.revision')
      .where('homes.id', '=', p('homeId'))
      .where('users.state', '=', 'active'),
  );
