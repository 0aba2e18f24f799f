import type { Db } from '../../../database/index.ts';
import { usableTickets } from './usable-tickets.ts';

/** Prepares the read of a ticket alone, for the page of its template. */
export function prepareActiveTicket(db: Db) {
  return db.prepare<{ hash: string; templateId: string; now: number }>()((kysely, p) =>
    usableTickets(kysely, p('now'))
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
      .where('ticket.template_id', '=', p('templateId')),
  );
}
