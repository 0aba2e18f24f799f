import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, parseToken } from '../../platform/random-token.ts';
import { unseal } from '../../platform/sealed-box.ts';
import type { Beginning } from '../makers/index.ts';
import { prepareReturningTicket } from './read-models/returning-ticket.ts';
import { SEALED_BY_COOKIE, type Ticket } from './tickets.ts';

/** What the browser brings back from the maker: without its state, anybody could have sent it there. */
export type Proof = { readonly cookie: string; readonly state: string | undefined };

export type ReturnedTicket = Pick<
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
export function createTakeReturned(db: Db, clock: Clock) {
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
