import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

/** The user to whom the page belongs, and where the page redirects. */
export type Ticket = {
  readonly userId: string;
  readonly email: string;
  readonly templateId: string;
  readonly applicationName: string;
  readonly appScheme: string | undefined;
  readonly redirectUri: string | undefined;
  readonly isPassed: boolean;
};

type NewTicket = {
  userId: string;
  familyId: string;
  templateId: string;
  redirectUri: string | null;
};

const LIFETIME_MS = 5 * 60 * 1000;

export type Tickets = ReturnType<typeof createTickets>;

/**
 * Issues tickets for authorization pages: each is for one user, one sign-in and one kind of device. Only its
 * hash is stored.
 */
export function createTickets(db: Db, clock: Clock) {
  const insert = db.prepare<NewTicket & { hash: string; now: number; expires: number }>()((kysely, p) =>
    kysely.insertInto('pairing_tickets').values({
      ticket_hash: p('hash'),
      user_id: p('userId'),
      family_id: p('familyId'),
      template_id: p('templateId'),
      created: p('now'),
      expires: p('expires'),
      passed: null,
      redirect_uri: p('redirectUri'),
    }),
  );
  // A ticket ends with its sign-in, and with the user's right to sign in.
  const active = db.prepare<{ hash: string; templateId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets as ticket')
      .innerJoin('users', 'users.id', 'ticket.user_id')
      .innerJoin('clients', 'clients.id', 'users.client_id')
      .innerJoin('token_families as family', 'family.id', 'ticket.family_id')
      .select([
        'ticket.user_id as userId',
        'ticket.template_id as templateId',
        'ticket.passed',
        'ticket.redirect_uri as redirectUri',
        'users.email',
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
  const lastPassed = db.prepare<{ userId: string; templateId: string; since: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .select('passed')
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where('passed', '>', p('since'))
      .limit(1),
  );

  return {
    /** Issues a ticket, which is shown once, in the URL of the page. */
    async issue(ticket: NewTicket): Promise<string> {
      const token = newToken('azt');
      const now = clock.now();
      await db.unit([insert.bind({ ...ticket, hash: hashSecret(token), now, expires: now + LIFETIME_MS })]);
      return token;
    },

    /** Returns undefined when the ticket was never issued for this kind of device, or has expired. */
    async find(token: string, templateId: string): Promise<Ticket | undefined> {
      if (parseToken('azt', token) === undefined) return undefined;
      const row = await active.get({ hash: hashSecret(token), templateId, now: clock.now() });
      if (!row) return undefined;
      return {
        ...row,
        appScheme: row.appScheme ?? undefined,
        redirectUri: row.redirectUri ?? undefined,
        isPassed: row.passed !== null,
      };
    },

    /** Returns whether the ticket was not passed before: when two requests race, one of them passes it. */
    async pass(tx: Transaction, token: string): Promise<boolean> {
      const now = clock.now();
      const passed = await tx
        .updateTable('pairing_tickets')
        .set({ passed: now })
        .where('ticket_hash', '=', hashSecret(token))
        .where('passed', 'is', null)
        .where('expires', '>', now)
        .returning('ticket_hash')
        .executeTakeFirst();
      return passed !== undefined;
    },

    /**
     * Returns whether the user passed a page for this kind of device after `since`, milliseconds since 1970.
     */
    hasPassed: async (userId: string, templateId: string, since: number): Promise<boolean> =>
      (await lastPassed.get({ userId, templateId, since })) !== undefined,
  };
}
