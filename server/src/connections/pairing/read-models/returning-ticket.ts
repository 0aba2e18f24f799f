import type { Db } from '../../../database/index.ts';
import { usableTickets } from './usable-tickets.ts';

/** Prepares the read of a ticket by its cookie, while its browser is at the maker. */
export function prepareReturningTicket(db: Db) {
  return db.prepare<{ cookieHash: string; now: number }>()((kysely, p) =>
    usableTickets(kysely, p('now'))
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
      .where('ticket.stage', '=', 'at_maker'),
  );
}
