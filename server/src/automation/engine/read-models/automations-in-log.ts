import type { Db, Transaction } from '../../../database/index.ts';
import type { KnownAutomation } from '../../definitions/index.ts';

/** The automations of a home in their order, and the number of the last event of its log that they are part of. */
export type AutomationsInLog = { readonly automations: readonly KnownAutomation[]; readonly last: number };

/** Reads a home's automations and the end of its log in one statement, so that no change comes between them. */
export function createAutomationsInLog(db: Db): (userId: string) => Promise<AutomationsInLog> {
  const find = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .leftJoin('event_counters', 'event_counters.user_id', 'users.id')
      .leftJoin('automations', 'automations.user_id', 'users.id')
      .select(['automations.id', 'automations.version', 'automations.enabled', 'event_counters.last'])
      .where('users.id', '=', p('userId'))
      .orderBy('automations.position')
      .orderBy('automations.id'),
  );
  return async (userId) => {
    const rows = await find.all({ userId });
    const automations = rows.flatMap(({ id, version, enabled }) =>
      id === null || version === null ? [] : [{ id, version, isEnabled: enabled === 1 }],
    );
    return { automations, last: rows[0]?.last ?? 0 };
  };
}

/** Returns the number of the event that the transaction appended last to the user's log: it has locked the counter. */
export async function lastEventIn(tx: Transaction, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('event_counters')
    .select('last')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.last ?? 0;
}
