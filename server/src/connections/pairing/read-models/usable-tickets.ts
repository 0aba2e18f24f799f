import type { Kysely } from 'kysely';
import type { Database, Db } from '../../../database/index.ts';

/** Selects the tickets that can still be used: a ticket ends with its sign-in, and with the user's right to sign in. */
const usableTickets = (kysely: Kysely<Database>, now: number) =>
  kysely
    .selectFrom('pairing_tickets as ticket')
    .innerJoin('users', 'users.id', 'ticket.user_id')
    .innerJoin('clients', 'clients.id', 'users.client_id')
    .innerJoin('sign_ins as sign_in', 'sign_in.id', 'ticket.sign_in_id')
    .where('ticket.expires', '>', now)
    .where('users.state', '=', 'active')
    .where('clients.state', '=', 'enabled')
    .where('sign_in.revoked_at', 'is', null);

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
