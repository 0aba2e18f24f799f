import { type Rights, storedRights } from '../../../core/access/index.ts';
import type { Db } from '../../../database/index.ts';

/**
 * Returns a function that sets what a sign-in may be used for. Its requests have these rights at once, and its live
 * sessions end within seconds.
 */
export function createLimitSignIn(db: Db) {
  const update = db.prepare<{ id: string; rights: string | null }>()((kysely, p) =>
    kysely
      .updateTable('sign_ins')
      .set({ rights_json: p('rights') })
      .where('id', '=', p('id'))
      .returning('id'),
  );

  return async (id: string, rights: Rights): Promise<void> => {
    await db.unit([update.bind({ id, rights: storedRights(rights) }, { expectRow: true })]);
  };
}
