import type { Db } from '../../database/index.ts';

/** One of the two areas that every user is born with. */
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
