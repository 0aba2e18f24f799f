import { jsonRows } from '@azulejo/storage';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../database/index.ts';

export type Named = {
  readonly kind: 'user' | 'application' | 'manager' | 'device' | 'channel';
  readonly name: string;
  /** Set for channels only. */
  readonly templateId: string | undefined;
};

/** How long names are cached. They change rarely, and a page may show the name of a minute ago. */
const RETENTION_MS = 60_000;
const MOST = 5_000;

/** Looks up the names of clients, users and channels by their ids. */
export function createNames(db: Db) {
  const known = new LRUCache<string, { named: Named | undefined }>({ max: MOST, ttl: RETENTION_MS });
  const find = prepareFind(db);

  /** Returns the names that exist, with one statement for all that are not cached. */
  return async (ids: Iterable<string>): Promise<ReadonlyMap<string, Named>> => {
    const wanted = new Set(ids);
    const missing = [...wanted].filter((id) => !known.has(id));
    if (missing.length > 0) {
      const rows = await find.all({ ids: JSON.stringify(missing.map((id) => [id])) });
      const found = new Map(
        rows.map(({ id, kind, ...row }) => [
          id,
          { ...row, kind: kind as Named['kind'], templateId: row.templateId ?? undefined },
        ]),
      );
      for (const id of missing) known.set(id, { named: found.get(id) });
    }
    return new Map(
      [...wanted].flatMap((id): [string, Named][] => {
        const named = known.get(id)?.named;
        return named ? [[id, named]] : [];
      }),
    );
  };
}

function prepareFind(db: Db) {
  return db.prepare<{ ids: string }>()((kysely, p) => {
    const given = () => jsonRows<{ id: string }>(db.engine, p('ids'), { id: 'text' }).as('given');
    const kind = (text: string) => sql<string>`${sql.raw(text)}`.as('kind');
    const templateId = (text: string) => sql<string | null>`${sql.raw(text)}`.as('templateId');
    return kysely
      .selectFrom(given())
      .innerJoin('channels', 'channels.id', 'given.id')
      .select(['channels.id', kind("'channel'"), 'channels.name', templateId('channels.template_id')])
      .unionAll(
        kysely
          .selectFrom(given())
          .innerJoin('users', 'users.id', 'given.id')
          .select(['users.id', kind("'user'"), 'users.email as name', templateId('null')]),
      )
      .unionAll(
        kysely
          .selectFrom(given())
          .innerJoin('clients', 'clients.id', 'given.id')
          .select(['clients.id', kind('clients.kind'), 'clients.name', templateId('null')]),
      );
  });
}
