import type { Db } from '../../../database/index.ts';

/**
 * Prepares the read of a ticket whose browser is at the maker. It ends like one whose page is open: with its
 * sign-in, and with the user's right to sign in.
 */
export function prepareReturningTicket(db: Db) {
  return db.prepare<{ cookieHash: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets as ticket')
      .innerJoin('users', 'users.id', 'ticket.user_id')
      .innerJoin('clients', 'clients.id', 'users.client_id')
      .innerJoin('token_families as family', 'family.id', 'ticket.family_id')
      .select([
        'ticket.ticket_hash as hash',
        'ticket.state_hash as stateHash',
        'ticket.user_id as userId',
        'ticket.template_id as templateId',
        'ticket.manager_id as managerId',
        'ticket.sealed',
        'ticket.redirect_uri as redirectUri',
        'clients.id as applicationId',
        'clients.app_scheme as appScheme',
      ])
      .where('ticket.cookie_hash', '=', p('cookieHash'))
      .where('ticket.stage', '=', 'at_maker')
      .where('ticket.expires', '>', p('now'))
      .where('users.state', '=', 'active')
      .where('clients.state', '=', 'enabled')
      .where('family.revoked_at', 'is', null),
  );
}
