import type { Db } from '../../../database/index.ts';

type Wanted = {
  readonly managerId: string;
  readonly applicationId: string;
  readonly templateId: string;
  /** Earlier consents do not count. */
  readonly since: number;
  /** Later consents do not count. */
  readonly now: number;
};

/**
 * Creates the query whether a user of the application consented to devices of this kind from the manager. It
 * reads the consents of the last minutes to this manager.
 */
export function createConsentThrough(db: Db) {
  const found = db.prepare<Wanted>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .innerJoin('users', 'users.id', 'pairing_tickets.user_id')
      .select('pairing_tickets.consented')
      .where('pairing_tickets.manager_id', '=', p('managerId'))
      .where('pairing_tickets.template_id', '=', p('templateId'))
      .where('pairing_tickets.consented', '>', p('since'))
      .where('pairing_tickets.consented', '<=', p('now'))
      .where('users.client_id', '=', p('applicationId'))
      .where('users.state', '=', 'active')
      .limit(1),
  );
  return async (wanted: Wanted): Promise<boolean> => (await found.get(wanted)) !== undefined;
}
