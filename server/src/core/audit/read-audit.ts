import type { Selectable } from 'kysely';
import type { Database, Db } from '../../database/index.ts';

export type AuditRecord = Selectable<Database['audit']>;

export type AuditFilter = {
  /** An action, or a prefix of actions up to a dot: `application`. */
  action?: string;
  /** Matches entries by any of these actors; an empty list matches nothing. */
  actorIds?: readonly string[];
  targetIds?: readonly string[];
  from?: number;
  until?: number;
};

/** Matches no id. It is added to every list because `in ()` is not valid SQL. */
const NO_MATCH = '';

/** The position of the last entry of the previous page. */
export type AuditPosition = { at: number; id: string };

/** Returns one page of the audit log, newest first. */
export async function readAudit(
  db: Db,
  { action, actorIds, targetIds, from, until }: AuditFilter,
  { after, limit }: { after?: AuditPosition; limit: number },
): Promise<AuditRecord[]> {
  let query = db.scan.selectFrom('audit').selectAll();
  if (action !== undefined) {
    // `/` sorts right after `.`, so this finds every action that begins with `action.` through the index.
    query = query.where((eb) =>
      eb.or([
        eb('action', '=', action),
        eb.and([eb('action', '>', `${action}.`), eb('action', '<', `${action}/`)]),
      ]),
    );
  }
  if (actorIds !== undefined) query = query.where('actor_id', 'in', [...actorIds, NO_MATCH]);
  if (targetIds !== undefined) query = query.where('target_id', 'in', [...targetIds, NO_MATCH]);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (after !== undefined) {
    query = query
      .where('at', '<=', after.at)
      .where((eb) => eb.or([eb('at', '<', after.at), eb('id', '<', after.id)]));
  }
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
