import type { Db } from '../../../database/index.ts';

/** Prepares the read of the revision of an active user's home. */
export const prepareHomeRevision = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .select('home_revision as revision')
      .where('id', '=', p('userId'))
      .where('state', '=', 'active'),
  );
