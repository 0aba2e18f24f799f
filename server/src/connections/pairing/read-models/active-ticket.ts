import type { Db } from '../../../database/index.ts';

/**
 * Prepares the read of a ticket that can still be used. A ticket ends with its sign-in, and with the user's right
 * to sign in.
 */
export function prepareActiveTicket(db: Db) {
  return db.prepare<{ hash: string; templateId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets as ticket')
      .innerJoin('users', 'users.id', 'ticket.user_id')
      .innerJoin('clients', 'clients.id', 'users.client_id')
      .innerJoin('token_families as family', 'family.id', 'ticket.family_id')
      .select([
        'ticket.user_id as userId',
        'ticket.template_id as templateId',
        'ticket.manager_id as managerId',
        'ticket.stage',
        'ticket.sealed',
        'ticket.redirect_uri as redirectUri',
        'users.email',
        'clients.id as applicationId',
        'clients.name as applicationName',
        'clients.app_scheme as appScheme',
      ])
      .where('ticket.ticket_hash', '=', p('hash'))
      .where('ticket.template_id', '=', p('templateId'))
      .where('ticket.expires', '>', p('now'))
      .where('users.state', '=', 'active')
      .where('clients.state', '=', 'enabled')
      .where('family.revoked_at', 'is', null),
  );
}
