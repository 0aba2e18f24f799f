import type { Db } from '../../../database/index.ts';
import type { KnownAgent } from '../../agents/index.ts';

/** The agents of a home in their order, and the number of the last event of its log that they are part of. */
export type AgentsInLog = { readonly agents: readonly KnownAgent[]; readonly last: number };

/** Reads a home's agents and the end of its log in one statement, so that no change comes between them. */
export function createAgentsInLog(db: Db): (userId: string) => Promise<AgentsInLog> {
  const find = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .leftJoin('event_counters', 'event_counters.user_id', 'users.id')
      .leftJoin('agents', 'agents.user_id', 'users.id')
      .select(['agents.id', 'agents.version', 'agents.enabled', 'event_counters.last'])
      .where('users.id', '=', p('userId'))
      .orderBy('agents.position')
      .orderBy('agents.id'),
  );
  return async (userId) => {
    const rows = await find.all({ userId });
    const agents = rows.flatMap(({ id, version, enabled }) =>
      id === null || version === null ? [] : [{ id, version, isEnabled: enabled === 1 }],
    );
    return { agents, last: rows[0]?.last ?? 0 };
  };
}
