import type { Db } from '../../../database/index.ts';

/** Creates the query for the managers that make devices of a template and are not enabled. */
export function createDisabledMakers(db: Db) {
  const disabled = db.prepare<Record<never, never>>()((kysely) =>
    kysely
      .selectFrom('template_makers')
      .innerJoin('clients', 'clients.id', 'template_makers.manager_id')
      .select('clients.id')
      .distinct()
      .where('clients.state', '<>', 'enabled')
      .orderBy('clients.id'),
  );
  return async (): Promise<string[]> => (await disabled.all({})).map(({ id }) => id);
}
