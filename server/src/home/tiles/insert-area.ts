import type { Db } from '../../database/index.ts';

/** Prepares the insertion of one of the two initial areas of a user. */
export const prepareInsertArea = (db: Db, of: 'default' | 'context') =>
  db.prepare<{ userId: string; id: string; label: string; now: number }>()((kysely, p) =>
    kysely.insertInto('tile_groups').values({
      user_id: p('userId'),
      id: p('id'),
      label: p('label'),
      parent_id: null,
      position: 0,
      is_default: of === 'default' ? 1 : 0,
      is_context: of === 'context' ? 1 : 0,
      created: p('now'),
    }),
  );
