import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

/** Finds those of the users who may act now, each with its application. */
export function prepareActiveUsers(db: Db) {
  const active = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
      .innerJoin('users', 'users.id', 'given.id')
      .innerJoin('clients', 'clients.id', 'users.client_id')
      .select(['users.id', 'users.client_id as clientId'])
      .where('users.state', '=', 'active')
      .where('clients.state', '=', 'enabled'),
  );
  return async (ids: readonly string[]): Promise<Map<string, string>> => {
    const rows = await active.all({ rows: JSON.stringify(ids.map((id) => [id])) });
    return new Map(rows.map(({ id, clientId }) => [id, clientId]));
  };
}
