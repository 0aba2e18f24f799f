import type { PortalRole } from '@azulejo/contract';
import type { BackgroundUnits } from '../../../database/background-units.ts';
import type { Db, Transaction } from '../../../database/index.ts';
import { PORTAL_APPLICATION } from '../../../identity/applications/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../../platform/random-token.ts';
import type { Visitor } from '../grants/grant.ts';
import { preparePageSession } from '../read-models/page-sessions.ts';

/** Idle timeout, after which a new sign-in is needed (OWASP ASVS 3.3.2). */
const IDLE_MS = 24 * 3600 * 1000;
/** Maximum lifetime, however often the session is used. */
const LIFETIME_MS = 14 * 24 * 3600 * 1000;
/** How long a sign-in waits for the code of the second factor. */
const SECOND_FACTOR_MS = 10 * 60 * 1000;
/** How often the last use is stored. */
const TOUCH_MS = 60 * 1000;
/** Sessions stored of one operator in one state, including ended ones. */
const MAX_STORED = 100;

/** The scopes of a session by its state: until the code was entered, it has none. */
const SCOPES = { open: '["portal"]', 'second-factor': '[]' } as const;

export type SessionState = keyof typeof SCOPES;

/** A session of the portal with its operator. */
export type PageSession = {
  /** The id of its sign-in. */
  id: string;
  csrfToken: string;
  state: SessionState;
  account: { id: string; email: string; name: string; role: PortalRole; secondFactor: boolean };
};

type NewSession = { userId: string; state: SessionState; passkeyId?: string | undefined };

type Dependencies = { db: Db; clock: Clock; backgroundUnits: BackgroundUnits };

export type PageSessions = ReturnType<typeof createPageSessions>;

/**
 * Stores the sessions of the portal: sign-ins whose only credential is the token in the cookie. They have no access
 * tokens and no refresh token, so that nothing else accepts them. The id is a hash of the token.
 */
export function createPageSessions({ db, clock, backgroundUnits }: Dependencies) {
  const byId = preparePageSession(db);
  const touch = prepareTouch(db);

  return {
    /** Maximum age of the cookie in seconds. */
    cookieSeconds: LIFETIME_MS / 1000,

    /**
     * Opens a session and returns the token for the cookie. Every sign-in, and the second factor, creates a
     * new token, which prevents session fixation.
     */
    async open(tx: Transaction, session: NewSession, visitor: Visitor): Promise<string> {
      const token = newToken('azw');
      const row = newRow(token, session, visitor, clock.now());
      await tx.insertInto('sign_ins').values(row).execute();
      await deleteOldest(tx, row);
      return token;
    },

    /** Returns the session of a cookie while its operator is enabled. */
    async find(token: string | undefined): Promise<PageSession | undefined> {
      if (token === undefined || parseToken('azw', token) === undefined) return undefined;
      const now = clock.now();
      const id = hashSecret(token);
      const row = await byId.get({ id, now });
      if (!row || row.role === null) return undefined;
      const { userId, email, name, role, created, lastUsed } = row;
      const state = row.scopes === SCOPES.open ? 'open' : 'second-factor';
      if (now - lastUsed > TOUCH_MS)
        backgroundUnits.run(id, touch.bind({ id, now, expires: expiryOf({ created, state }, now) }));
      const account = { id: userId, email, name, role, secondFactor: row.secondFactorSince !== null };
      // Only pages of this origin are told the token, and nobody can compute it without the cookie.
      return { id, csrfToken: hashSecret(`csrf of ${token}`), state, account };
    },

    /** Ends a session. Returns false when it has ended already. */
    async close(tx: Transaction, id: string): Promise<boolean> {
      const now = clock.now();
      const closed = await tx
        .updateTable('sign_ins')
        .set({ revoked_at: now, revoked_because: 'signed out', updated: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return closed.numUpdatedRows > 0n;
    },
  };
}

const newRow = (
  token: string,
  { userId, state, passkeyId }: NewSession,
  { address, userAgent }: Visitor,
  now: number,
) => ({
  id: hashSecret(token),
  client_id: PORTAL_APPLICATION,
  user_id: userId,
  grant_type: 'password' as const,
  scopes_json: SCOPES[state],
  current_hash: '',
  passkey_id: passkeyId ?? null,
  address,
  user_agent: userAgent ?? null,
  created: now,
  updated: now,
  last_used: now,
  expires: expiryOf({ created: now, state }, now),
});

type Aged = { created: number; state: SessionState };

const expiryOf = ({ created, state }: Aged, now: number): number =>
  state === 'open' ? Math.min(now + IDLE_MS, created + LIFETIME_MS) : created + SECOND_FACTOR_MS;

/** Deletes the least recently used sessions in the same state, so that no open one gives way to tries of a stranger. */
async function deleteOldest(
  tx: Transaction,
  { id, user_id, scopes_json }: { id: string; user_id: string; scopes_json: string },
): Promise<void> {
  await tx
    .deleteFrom('sign_ins')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sign_ins')
        .select('id')
        .where('user_id', '=', user_id)
        .where('scopes_json', '=', scopes_json)
        .where('id', '<>', id)
        .orderBy('last_used', 'desc')
        .limit(MAX_STORED)
        .offset(MAX_STORED - 1),
    )
    .execute();
}

const prepareTouch = (db: Db) =>
  db.prepare<{ id: string; now: number; expires: number }>()((kysely, p) =>
    kysely
      .updateTable('sign_ins')
      .set({ last_used: p('now'), expires: p('expires') })
      .where('id', '=', p('id'))
      .where('revoked_at', 'is', null),
  );
