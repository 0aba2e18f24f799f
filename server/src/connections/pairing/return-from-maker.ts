import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Returned } from '../makers/index.ts';
import type { Offer } from './offer.ts';
import { createTakeReturned, type Proof, type ReturnedTicket } from './returning-tickets.ts';

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
