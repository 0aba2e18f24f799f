import type { Db } from '../../../database/index.ts';

/** Selects the invitations that are not accepted yet, with the names of those who invited. */
export const selectPending = (db: Db, now: number) =>
  db.read
    .selectFrom('portal_invitations as i')
    .leftJoin('users as a', 'a.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'a.name as invited_by', 'i.created', 'i.expires'])
    .where('i.account_id', 'is', null)
    .where('i.expires', '>', now);
