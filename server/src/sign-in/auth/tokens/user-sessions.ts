import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Audit, By } from '../../../core/audit/index.ts';
import type { Database, Db, Transaction } from '../../../database/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AccountNames } from '../account-names.ts';

export type UserSession = {
  id: string;
  type: 'password' | 'client_credentials';
  clientId: string;
  address: string | undefined;
  /** The browser or app that signed in, as it names itself. */
  userAgent: string | undefined;
  /** Whether it was started with a passkey. */
  isByPasskey: boolean;
  created: number;
  lastUsed: number;
  expires: number;
  /** Set when another network got the successor of a used refresh token: possibly a thief. */
  shared: { address: string; at: number } | undefined;
};

const SHOWN = 100;
const ENDED_BY_OPERATOR = 'ended by an operator';
const ENDED_BY_USER = 'signed out elsewhere';

type Dependencies = { db: Db; clock: Clock; audit: Audit; names: AccountNames };

/** Lists and ends the sign-ins of a user, for operators and for the user. */
export function createUserSessions({ db, clock, ...dependencies }: Dependencies) {
  const active = (userId: string) =>
    db.read
      .selectFrom('sign_ins')
      .where('user_id', '=', userId)
      // A sign-in without scopes waits for the code of the second factor.
      .where('scopes_json', '<>', '[]')
      .where('revoked_at', 'is', null)
      .where('expires', '>', clock.now());

  const endIn = createEnd({ clock, ...dependencies });
  const end = (userId: string, which: Which, by: By): Promise<number> =>
    db.write((tx) => endIn(tx, userId, which, by));

  return {
    /** Returns the active sessions, the most recently used first. */
    async list(userId: string): Promise<{ sessions: UserSession[]; total: number }> {
      const { total } = await active(userId)
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await active(userId)
        .select([
          'id',
          'client_id',
          'grant_type',
          'address',
          'user_agent',
          'passkey_id',
          'created',
          'updated',
          'last_used',
          'expires',
        ])
        .select(['shared_address', 'shared_at'])
        .orderBy('last_used', 'desc')
        .orderBy('created', 'desc')
        .limit(SHOWN)
        .execute();
      return { sessions: rows.map(toSession), total: Number(total) };
    },

    /** Ends a session, and its live connections within seconds. Throws `not_found`. */
    async end(userId: string, sessionId: string, by: By): Promise<void> {
      const rows = await active(userId).select('id').execute();
      const signIn = rows.find(({ id }) => shownId(id) === sessionId);
      if (!signIn || (await end(userId, { only: signIn.id }, by)) === 0) throw new ApiError('not_found');
    },

    endAll: (userId: string, by: By): Promise<number> => end(userId, {}, by),
    endOthers: (userId: string, signInId: string, by: By): Promise<number> =>
      end(userId, { allBut: signInId }, by),
    /** Ends sessions in the transaction of a change. */
    endIn,

    /** Returns the id under which the session of a sign-in is shown. */
    idOf: shownId,
  };
}

type Which = { only?: string; allBut?: string; ofPasskey?: string };

/**
 * Returns a function that ends one sign-in, all of them, or all but one, at most SIGN_INS_PER_USER, and returns
 * how many.
 */
function createEnd({ clock, audit, names }: Omit<Dependencies, 'db'>) {
  return async function endIn(tx: Transaction, userId: string, which: Which, by: By): Promise<number> {
    const now = clock.now();
    let update = tx
      .updateTable('sign_ins')
      .set({
        revoked_at: now,
        revoked_because: by.actorId === userId ? ENDED_BY_USER : ENDED_BY_OPERATOR,
        updated: now,
      })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null);
    if (which.only !== undefined) update = update.where('id', '=', which.only);
    if (which.allBut !== undefined) update = update.where('id', '<>', which.allBut);
    if (which.ofPasskey !== undefined) update = update.where('passkey_id', '=', which.ofPasskey);
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    const ended = Number(numUpdatedRows);
    const detail = detailOf(which, ended);
    const action = which.only === undefined ? names.otherSessionsEnded : names.sessionEnded;
    await audit.record(tx, { ...by, action, targetId: userId, detail });
    return ended;
  };
}

function detailOf({ only, allBut, ofPasskey }: Which, ended: number): string {
  if (ofPasskey !== undefined) return `sessions of a passkey: ${ended}`;
  if (only !== undefined) return 'one session';
  return allBut === undefined ? `all sessions: ${ended}` : `all other sessions: ${ended}`;
}

/** Returns a hash of the sign-in id to show, since knowing the id itself proves holding one of its tokens. */
const shownId = (signInId: string): string =>
  createHash('sha256').update(`session ${signInId}`).digest('hex').slice(0, 24);

type Row = Pick<
  Selectable<Database['sign_ins']>,
  | 'id'
  | 'client_id'
  | 'grant_type'
  | 'address'
  | 'user_agent'
  | 'passkey_id'
  | 'created'
  | 'updated'
  | 'last_used'
  | 'expires'
  | 'shared_address'
  | 'shared_at'
>;

const toSession = ({ shared_at: at, shared_address: address, ...row }: Row): UserSession => ({
  id: shownId(row.id),
  type: row.grant_type,
  clientId: row.client_id,
  address: row.address ?? undefined,
  userAgent: row.user_agent ?? undefined,
  isByPasskey: row.passkey_id !== null,
  created: row.created,
  lastUsed: row.last_used || row.updated,
  expires: row.expires,
  shared: at === null || address === null ? undefined : { address, at },
});
