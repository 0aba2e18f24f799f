import type { Db } from '../../../database/index.ts';

/** Finds the home that is a person's own. */
export const prepareOwnHome = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .innerJoin('homes', 'homes.id', 'users.home_id')
      .selectAll('homes')
      .where('users.id', '=', p('userId')),
  );
