import type { Db, Transaction } from '../../database/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';
import { seal, unseal } from '../../platform/sealed-box.ts';
import type { Beginning } from '../makers/index.ts';
import { type DeviceScope, FOUND_MS } from './found-devices.ts';
import { prepareActiveTicket } from './read-models/usable-tickets.ts';

/**
 * How far a person has come: `issued` (the consent page is open), `consented`, `at_maker` (the browser was
 * sent to the maker), `returned` (it came back), `received` (the maker can be asked for devices).
 */
export type Stage = 'issued' | 'consented' | 'at_maker' | 'returned' | 'received';

/** The user to whom the page belongs, and where the page redirects. */
export type Ticket = {
  readonly userId: string;
  readonly email: string;
  readonly templateId: string;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly appScheme: string | undefined;
  readonly redirectUri: string | undefined;
  /** The manager that the page names; undefined for the platform's own devices. */
  readonly managerId: string | undefined;
  /** Where the browser goes after the consent; undefined when the consent is enough. */
  readonly beginning: Beginning | undefined;
  readonly stage: Stage;
};

type NewTicket = {
  userId: string;
  signInId: string;
  templateId: string;
  redirectUri: string | null;
  managerId: string | null;
};

const LIFETIME_MS = 5 * 60 * 1000;
/** How long a person may take to sign in at the maker. */
const AT_MAKER_MS = 10 * 60 * 1000;
/** The context of what is sealed: while the page is open with the ticket, then with the browser's cookie. */
const SEALED_BY_TICKET = 'pairing-ticket';
export const SEALED_BY_COOKIE = 'pairing-cookie';

export type Tickets = ReturnType<typeof createTickets>;

/**
 * Issues tickets for consent pages: each is for one user, one sign-in and one kind of device. Only hashes of
 * its secrets are stored, and what the maker needs back is sealed with them.
 */
export function createTickets(db: Db, clock: Clock) {
  const lastReceived = prepareLastReceived(db);

  return {
    issue: createIssue(db, clock),
    find: createFind(db, clock),
    consent: createConsent(clock),
    sendToMaker: createSendToMaker(db, clock),

    /** Records that the maker can be asked for devices from now on. */
    receive: (tx: Transaction, token: string): Promise<unknown> =>
      tx
        .updateTable('pairing_tickets')
        .set({ stage: 'received', received: clock.now() })
        .where('ticket_hash', '=', hashSecret(token))
        .execute(),

    /**
     * Returns when the maker could last be asked for the user's devices; undefined when the devices found
     * then are no longer stored.
     */
    async lastReceived(
      userId: string,
      templateId: string,
      managerId: string | undefined,
    ): Promise<number | undefined> {
      const since = clock.now() - FOUND_MS;
      const row = await lastReceived.get({ userId, templateId, managerId: managerId ?? '', since });
      return row?.received ?? undefined;
    },

    /** Called when the maker no longer knows the user, who authorized it at `until` or before. */
    forgetReceived: (tx: Transaction, { userId, templateId, managerId }: DeviceScope, until: number) =>
      tx
        .updateTable('pairing_tickets')
        .set({ received: null })
        .where('user_id', '=', userId)
        .where('template_id', '=', templateId)
        .where('manager_id', managerId === undefined ? 'is' : '=', managerId ?? null)
        .where('received', '<=', until)
        .execute(),

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

/** Issues a ticket, which is shown once, in the URL of the page. */
function createIssue(db: Db, clock: Clock) {
  const insert = prepareInsert(db);
  return async (ticket: NewTicket, beginning: Beginning | undefined): Promise<string> => {
    const token = newToken('azt');
    const now = clock.now();
    const sealed = beginning ? seal(JSON.stringify(beginning), token, SEALED_BY_TICKET) : null;
    await db.unit([
      insert.bind({ ...ticket, hash: hashSecret(token), sealed, now, expires: now + LIFETIME_MS }),
    ]);
    return token;
  };
}

/** Returns undefined when the ticket was never issued for this kind of device, or has expired. */
function createFind(db: Db, clock: Clock) {
  const active = prepareActiveTicket(db);
  return async (token: string, templateId: string): Promise<Ticket | undefined> => {
    if (parseToken('azt', token) === undefined) return undefined;
    const row = await active.get({ hash: hashSecret(token), templateId, now: clock.now() });
    if (!row) return undefined;
    const { sealed, ...ticket } = row;
    const beginning = sealed === null ? undefined : unseal(sealed, token, SEALED_BY_TICKET);
    return {
      ...ticket,
      appScheme: row.appScheme ?? undefined,
      redirectUri: row.redirectUri ?? undefined,
      managerId: row.managerId ?? undefined,
      beginning: beginning === undefined ? undefined : (JSON.parse(beginning) as Beginning),
    };
  };
}

/** Returns whether the ticket was not used before: when two requests race, one of them consents. */
const createConsent =
  (clock: Clock) =>
  async (tx: Transaction, token: string): Promise<boolean> => {
    const now = clock.now();
    const consented = await tx
      .updateTable('pairing_tickets')
      .set({ stage: 'consented', consented: now })
      .where('ticket_hash', '=', hashSecret(token))
      .where('stage', '=', 'issued')
      .where('expires', '>', now)
      .returning('ticket_hash')
      .executeTakeFirst();
    return consented !== undefined;
  };

/**
 * The person consented and continues at the maker. `state` and `cookie` come back with the browser, and only
 * together they continue the ticket: the link to the page may have been sent to somebody else, whose devices
 * must not land in the sender's home. From then on, the cookie unseals what the maker needs back.
 */
const createSendToMaker =
  (db: Db, clock: Clock) =>
  async (token: string, beginning: Beginning): Promise<{ state: string; cookie: string }> => {
    const [state, cookie] = [newToken('azt'), newToken('azt')];
    await db.write((tx) =>
      tx
        .updateTable('pairing_tickets')
        .set({
          stage: 'at_maker',
          state_hash: hashSecret(state),
          cookie_hash: hashSecret(cookie),
          sealed: seal(JSON.stringify(beginning), cookie, SEALED_BY_COOKIE),
          expires: clock.now() + AT_MAKER_MS,
        })
        .where('ticket_hash', '=', hashSecret(token))
        .where('stage', '=', 'consented')
        .execute(),
    );
    return { state, cookie };
  };

const prepareInsert = (db: Db) =>
  db.prepare<NewTicket & { hash: string; sealed: string | null; now: number; expires: number }>()(
    (kysely, p) =>
      kysely.insertInto('pairing_tickets').values({
        ticket_hash: p('hash'),
        user_id: p('userId'),
        sign_in_id: p('signInId'),
        template_id: p('templateId'),
        manager_id: p('managerId'),
        stage: 'issued',
        sealed: p('sealed'),
        created: p('now'),
        expires: p('expires'),
        redirect_uri: p('redirectUri'),
      }),
  );

const prepareLastReceived = (db: Db) =>
  db.prepare<{ userId: string; templateId: string; managerId: string; since: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .select((eb) => eb.fn.max('received').as('received'))
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where((eb) => eb(eb.fn.coalesce('manager_id', eb.val('')), '=', p('managerId')))
      .where('received', '>', p('since')),
  );
