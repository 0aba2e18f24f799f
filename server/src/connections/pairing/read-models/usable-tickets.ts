import type { Kysely } from 'kysely';
import type { Database } from '../../../database/index.ts';

/** Selects the tickets that can still be used: a ticket ends with its sign-in, and with the user's right to sign in. */
export const usableTickets = (kysely: Kysely<Database>, now: number) =>
  kysely
    .selectFrom('pairing_tickets as ticket')
    .innerJoin('users', 'users.id', 'ticket.user_id')
    .innerJoin('clients', 'clients.id', 'users.client_id')
    .innerJoin('sign_ins as sign_in', 'sign_in.id', 'ticket.sign_in_id')
    .where('ticket.expires', '>', now)
    .where('users.state', '=', 'active')
    .where('clients.state', '=', 'enabled')
    .where('sign_in.revoked_at', 'is', null);
