import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';

const MAX_LISTED = 100;

/** The client that opened a session. */
export type Visitor = { address: string; userAgent: string };

/** A session as it is listed for its account. */
export type OpenSession = Visitor & { id: string; created: number; lastUsed: number };

/** Lists and ends the sessions of an account, as its security page does. */
export function createOpenSessions(db: Db, clock: Clock) {
  return {
    /** Returns the account's open sessions, the last used first. */
    list: (accountId: string): Promise<OpenSession[]> =>
      db.read
        .selectFrom('portal_sessions')
        .select(['id', 'address', 'user_agent as userAgent', 'created', 'last_used as lastUsed'])
        .where('account_id', '=', accountId)
        .where('state', '=', 'open')
        .where('expires', '>', clock.now())
        .orderBy('last_used', 'desc')
        .limit(MAX_LISTED)
        .execute(),

    /**
     * Ends a session of the account by its id. Returns false when the account has no session with this id.
     */
    async end(tx: Transaction, accountId: string, id: string): Promise<boolean> {
      const ended = await tx
        .deleteFrom('portal_sessions')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return ended.numDeletedRows > 0n;
    },
  };
}
