import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, parseToken } from '../../platform/random-token.ts';
import { unseal } from '../../platform/sealed-box.ts';
import type { Beginning, Returned } from '../makers/index.ts';
import type { Offer } from './offer.ts';
import { prepareReturningTicket } from './read-models/usable-tickets.ts';
import { SEALED_BY_COOKIE, type Ticket } from './tickets.ts';

type Dependencies = { db: Db; clock: Clock; offer: Offer };

/**
 * `refused`: the person declined at the maker. `failed`: the maker or its manager did not do its part. `late`:
 * neither did so in time.
 */
export type FailureReason = 'refused' | 'failed' | 'late';
export type Outcome = { readonly kind: 'received' | FailureReason; readonly ticket: ReturnedTicket };

/**
 * Creates the function that continues when the browser has returned from the maker: the maker redeems what it
 * brought, and can be asked for devices from then on. Returns undefined for a browser that was not sent there,
 * or whose ticket was used or has ended.
 */
export function createReturn({ db, clock, offer }: Dependencies) {
  const take = createTakeReturned(db, clock);

  return async (proof: Proof, returned: Returned): Promise<Outcome | undefined> => {
    const ticket = await take(proof);
    if (!ticket) return undefined;
    const maker = await offer.consentedMaker(ticket);
    if (!maker) return undefined;
    try {
      await maker.finish(toRequest(ticket), ticket.remaining, returned);
    } catch (error) {
      const kind = error instanceof ApiError ? outcomes[error.kind] : undefined;
      if (kind === undefined) throw error;
      return { kind, ticket };
    }
    await db.write((tx) =>
      tx
        .updateTable('pairing_tickets')
        .set({ stage: 'received', received: clock.now() })
        .where('ticket_hash', '=', ticket.hash)
        .where('stage', '=', 'returned')
        .execute(),
    );
    return { kind: 'received', ticket };
  };
}

const outcomes: Readonly<Partial<Record<ApiError['kind'], FailureReason>>> = {
  not_granted: 'refused',
  maker_failed: 'failed',
  maker_late: 'late',
};

const toRequest = ({ applicationId, userId, templateId }: ReturnedTicket) => ({
  applicationId,
  userId,
  templateId,
});

/** What the browser brings back from the maker: without its state, anybody could have sent it there. */
type Proof = { readonly cookie: string; readonly state: string | undefined };

type ReturnedTicket = Pick<
  Ticket,
  'userId' | 'applicationId' | 'templateId' | 'managerId' | 'appScheme' | 'redirectUri'
> & {
  /** Identifies the row. */
  readonly hash: string;
  /** The data that the maker needs back. */
  readonly remaining: unknown;
};

/**
 * Creates the function that continues a ticket whose browser came back from the maker. Returns undefined when
 * cookie and state are not of one ticket, or it was continued before, or has ended.
 */
function createTakeReturned(db: Db, clock: Clock) {
  const returning = prepareReturningTicket(db);

  return async ({ cookie, state }: Proof): Promise<ReturnedTicket | undefined> => {
    if (parseToken('azt', cookie) === undefined) return undefined;
    const now = clock.now();
    const row = await returning.get({ cookieHash: hashSecret(cookie), now });
    if (!row || state === undefined || hashSecret(state) !== row.stateHash) return undefined;
    const { sealed, stateHash: _stateHash, ...ticket } = row;
    const opened = sealed === null ? undefined : unseal(sealed, cookie, SEALED_BY_COOKIE);
    if (opened === undefined) return undefined;
    const taken = await db.write((tx) =>
      tx
        .updateTable('pairing_tickets')
        .set({ stage: 'returned', sealed: null })
        .where('ticket_hash', '=', row.hash)
        .where('stage', '=', 'at_maker')
        .where('expires', '>', now)
        .returning('ticket_hash')
        .executeTakeFirst(),
    );
    if (!taken) return undefined;
    return {
      ...ticket,
      managerId: row.managerId ?? undefined,
      appScheme: row.appScheme ?? undefined,
      redirectUri: row.redirectUri ?? undefined,
      remaining: (JSON.parse(opened) as Beginning).remaining,
    };
  };
}
