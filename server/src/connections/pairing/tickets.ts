import type { Db, Transaction } from '../../database/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';
import { FOUND_MS } from './found-devices.ts';
import { prepareActiveTicket } from './read-models/active-ticket.ts';

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
  const { insert, active, lastPassed } = prepare(db);

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

    /** Deletes tickets that expired so long ago that no device found with them is left. */
    prune: (): Promise<void> =>
      deleteInBatches((most) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('pairing_tickets')
            .select('ticket_hash')
            .where('expires', '<', clock.now() - FOUND_MS)
            .limit(most);
          return tx.deleteFrom('pairing_tickets').where('ticket_hash', 'in', due).executeTakeFirstOrThrow();
        }),
      ),
  };
}

function prepare(db: Db) {
  return {
    insert: db.prepare<NewTicket & { hash: string; now: number; expires: number }>()((kysely, p) =>
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
    ),
    active: prepareActiveTicket(db),
    lastPassed: db.prepare<{ userId: string; templateId: string; since: number }>()((kysely, p) =>
      kysely
        .selectFrom('pairing_tickets')
        .select('passed')
        .where('user_id', '=', p('userId'))
        .where('template_id', '=', p('templateId'))
        .where('passed', '>', p('since'))
        .limit(1),
    ),
  };
}
