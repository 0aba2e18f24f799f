import type { Db } from '../../database/index.ts';
import { createAppend } from './append.ts';

export type Events = ReturnType<typeof createEvents>;

/** What happens in each user's home: one ordered log per user, kept for a while, which a client follows by its cursor. */
export function createEvents({ db }: { db: Db }) {
  return {
    /**
     * Adds events to their users' logs, in this order. Put last in a unit. Events of users who are gone are left out. The log
     * of a user has no gaps, and who has seen a number never finds a smaller new one.
     */
    append: createAppend(db),
  };
}
