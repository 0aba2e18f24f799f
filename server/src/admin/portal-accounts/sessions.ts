import type { PortalRole } from '@azulejo/contract';
import type { BackgroundUnits } from '../../database/background-units.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newId, newToken, parseToken, randomText } from '../../platform/random-token.ts';
import { createOpenSessions, type Visitor } from './open-sessions.ts';

/** Idle timeout, after which a new sign-in is needed (OWASP ASVS 3.3.2). */
const IDLE_MS = 24 * 3600 * 1000;
/** Maximum lifetime, however often the session is used. */
const LIFETIME_MS = 14 * 24 * 3600 * 1000;
/** How long a sign-in waits for the code of the second factor. */
const SECOND_FACTOR_MS = 10 * 60 * 1000;
/** How often the last use is stored. */
const TOUCH_MS = 60 * 1000;

export type SessionState = 'open' | 'second-factor';

/** A session with its account. */
export type Session = {
  id: string;
  tokenHash: string;
  csrfToken: string;
  state: SessionState;
  account: { id: string; email: string; name: string; role: PortalRole; secondFactor: boolean };
};

export type Sessions = ReturnType<typeof createSessions>;

type Dependencies = { db: Db; clock: Clock; backgroundUnits: BackgroundUnits };

/** Stores sessions of the portal. Only a hash of the token is stored; the token itself is in the cookie. */
export function createSessions({ db, clock, backgroundUnits }: Dependencies) {
  const byToken = prepareByToken(db);
  const touch = prepareTouch(db);

  return {
    ...createOpenSessions(db, clock),

    /** Maximum age of the cookie in seconds. */
    cookieSeconds: LIFETIME_MS / 1000,

    /**
     * Opens a session and returns the token for the cookie. Every sign-in, and the second factor, creates a
     * new token, which prevents session fixation.
     */
    async open(
      tx: Transaction,
      accountId: string,
      state: SessionState,
      { address, userAgent }: Visitor,
    ): Promise<string> {
      const token = newToken('azw');
      const now = clock.now();
      const row = {
        token_hash: hashSecret(token),
        id: newId(),
        account_id: accountId,
        csrf_token: randomText(32),
        state,
        address,
        user_agent: userAgent.slice(0, 300),
        created: now,
        last_used: now,
        expires: expiryOf({ created: now, state }, now),
      };
      await tx.insertInto('portal_sessions').values(row).execute();
      return token;
    },

    /** Returns the session of a cookie while its account is enabled. */
    async find(token: string | undefined): Promise<Session | undefined> {
      if (token === undefined || parseToken('azw', token) === undefined) return undefined;
      const now = clock.now();
      const tokenHash = hashSecret(token);
      const row = await byToken.get({ hash: tokenHash, now });
      if (!row) return undefined;
      if (now - row.last_used > TOUCH_MS)
        backgroundUnits.run(row.id, touch.bind({ hash: tokenHash, now, expires: expiryOf(row, now) }));
      return toSession(row, tokenHash);
    },

    /** Returns false when there is no such session any more. */
    async close(tx: Transaction, tokenHash: string): Promise<boolean> {
      const session = tx.deleteFrom('portal_sessions').where('token_hash', '=', tokenHash);
      return (await session.executeTakeFirst()).numDeletedRows > 0n;
    },

    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'portal_sessions', key: ['token_hash'], time: 'expires' }, clock.now()),
  };
}

type Aged = { created: number; state: SessionState };

const expiryOf = ({ created, state }: Aged, now: number): number =>
  state === 'open' ? Math.min(now + IDLE_MS, created + LIFETIME_MS) : created + SECOND_FACTOR_MS;

const prepareByToken = (db: Db) =>
  db.prepare<{ hash: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('portal_sessions as s')
      .innerJoin('portal_accounts as a', 'a.id', 's.account_id')
      .select([
        's.id',
        's.csrf_token',
        's.state',
        's.created',
        's.last_used',
        'a.id as account_id',
        'a.email',
        'a.name',
        'a.role',
        'a.second_factor_since',
      ])
      .where('s.token_hash', '=', p('hash'))
      .where('s.expires', '>', p('now'))
      .where('a.state', '=', 'enabled'),
  );

const prepareTouch = (db: Db) =>
  db.prepare<{ hash: string; now: number; expires: number }>()((kysely, p) =>
    kysely
      .updateTable('portal_sessions')
      .set({ last_used: p('now'), expires: p('expires') })
      .where('token_hash', '=', p('hash')),
  );

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareByToken>['get']>>>;

const toSession = (row: Row, tokenHash: string): Session => ({
  id: row.id,
  tokenHash,
  csrfToken: row.csrf_token,
  state: row.state,
  account: {
    id: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    secondFactor: row.second_factor_since !== null,
  },
});
