import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

/** Finds those of the users who may act now, each with its application. */
export function prepareActiveUsers(db: Db) {
  const active = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
      // SQLite reads a cross join in the order of its tables, so it never begins with all users of an application.
      .crossJoin('users')
      .crossJoin('clients')
      .select(['users.id', 'users.client_id as clientId'])
      .whereRef('users.id', '=', 'given.id')
      .whereRef('clients.id', '=', 'users.client_id')
      .where('users.state', '=', 'active')
      .where('clients.state', '=', 'enabled'),
  );
  return async (ids: readonly string[]): Promise<Map<string, string>> => {
    const rows = await active.all({ rows: JSON.stringify(ids.map((id) => [id])) });
    return new Map(rows.map(({ id, clientId }) => [id, clientId]));
  };
}
