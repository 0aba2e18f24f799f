import type { Audit, AuditEntry, By } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { raiseHomeRevision } from '../homes/index.ts';
import { type AccountKind, ofKind } from './account-kind.ts';
import { nameKey, toUser, type User } from './user.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  bus: Pick<DomainEventBus, 'emit'>;
  kind: AccountKind;
};

/** Undefined fields stay unchanged; a null photo removes the photo. */
export type UserChanges = { name?: string; photo?: string | null };

export function createChanges(dependencies: Dependencies) {
  const { db, clock, kind } = dependencies;
  const rowIn = createRowIn(kind);
  const getIn = async (tx: Transaction, id: string): Promise<User> => toUser(await rowIn(tx, id));

  /** Increments the record's revision, even when only data shown together with the record changes. */
  async function changeIn(tx: Transaction, id: string, { name, photo }: UserChanges): Promise<User> {
    const row = await tx
      .updateTable('users')
      .set((eb) => ({
        updated: clock.now(),
        revision: eb('revision', '+', 1),
        ...(name === undefined ? {} : { name, name_key: nameKey(name) }),
        ...(photo === undefined ? {} : { photo }),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toUser(row);
  }

  return {
    getIn,
    changeIn,
    ...createUserStates({ ...dependencies, rowIn }),
    ...createUserPasswords({ ...dependencies, rowIn }),
    ...createUserEmails(clock, rowIn),

    /** Updates the user. `check` throws to refuse. Writes nothing when nothing differs. */
    update: (id: string, changes: UserChanges, check: (current: User) => void): Promise<User> =>
      db.write(async (tx) => {
        const current = await getIn(tx, id);
        check(current);
        return differs(current, changes) ? changeIn(tx, id, changes) : current;
      }),
  };
}

export const differs = (user: User, { name, photo }: UserChanges): boolean =>
  (name !== undefined && name !== user.name) || (photo !== undefined && photo !== (user.photo ?? null));

/** Changes and confirms the e-mail addresses of users. */
function createUserEmails(clock: Clock, rowIn: RowIn) {
  const confirmed = () => ({ email_confirmed_at: clock.now(), must_confirm_email: 0, updated: clock.now() });

  return {
    /** Stores that mail to the user's address arrives. Throws `not_found`. */
    async confirmEmailIn(tx: Transaction, id: string): Promise<void> {
      await rowIn(tx, id);
      await tx.updateTable('users').set(confirmed()).where('id', '=', id).execute();
    },

    /** Sets an address to which mail arrives. Throws `not_found`, or `user_exists` when it is taken. */
    async setEmailIn(tx: Transaction, id: string, to: { email: string; emailKey: string }): Promise<void> {
      const { client_id: clientId } = await rowIn(tx, id);
      const other = await tx
        .selectFrom('users')
        .select('id')
        .where('client_id', '=', clientId)
        .where('email_key', '=', to.emailKey)
        .where('id', '<>', id)
        .executeTakeFirst();
      if (other) throw new ApiError('user_exists');
      await tx
        .updateTable('users')
        .set((eb) => ({
          ...confirmed(),
          email: to.email,
          email_key: to.emailKey,
          revision: eb('revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute();
      // A link in the old mailbox must not set the password any more.
      await tx.deleteFrom('password_resets').where('user_id', '=', id).execute();
    },
  };
}

type PasswordChange = {
  /** The sign-in that stays, or `all` of them; by default every sign-in ends. */
  staying?: { signInId: string } | 'all';
  /** Added to the audit entry, whose action is `user.password` unless it says another. */
  audited?: Partial<Omit<AuditEntry, 'targetId'>>;
  /**
   * Runs first in the same transaction and throws to refuse. `passwordDigest` represents the current password
   * without revealing its hash.
   */
  first?: (tx: Transaction, now: { user: User; passwordDigest: string }) => Promise<void>;
};

function createUserPasswords({ db, clock, audit, kind, rowIn }: Dependencies & { rowIn: RowIn }) {
  return {
    /** Ends the sign-ins of a user in the transaction of a change. */
    endSignInsIn: (tx: Transaction, id: string, because: string): Promise<void> =>
      endSignIns(tx, id, clock.now(), because),

    /**
     * Returns a digest of the user's password hash, which does not reveal it; undefined without such a user.
     */
    async passwordDigest(id: string): Promise<string | undefined> {
      const row = await db.read
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .where(ofKind(kind))
        .where('state', '<>', 'removed')
        .executeTakeFirst();
      return row && hashSecret(row.password_hash);
    },

    /**
     * Sets the password. By default it ends every sign-in of the user, since anyone who knew the old password
     * may hold one.
     */
    async setPassword(
      id: string,
      passwordHash: string,
      { audited = {}, first, staying }: PasswordChange = {},
    ): Promise<void> {
      const now = clock.now();
      await db.write(async (tx) => {
        const row = await rowIn(tx, id);
        await first?.(tx, { user: toUser(row), passwordDigest: hashSecret(row.password_hash) });
        await audit.record(tx, { action: 'user.password', ...audited, targetId: id });
        if (staying !== 'all') await endSignIns(tx, id, now, 'password changed', staying?.signInId);
        await tx
          .updateTable('users')
          .set((eb) => ({ password_hash: passwordHash, updated: now, revision: eb('revision', '+', 1) }))
          .where('id', '=', id)
          .execute();
      });
    },
  };
}

/** The values of a removed user's row, so that it holds no personal data. */
const BLANK = {
  email: '',
  name: '',
  name_key: '',
  photo: null,
  password_hash: '',
  secret: '',
  confirmation_hash: '',
  cdata_json: 'null',
  email_confirmed_at: null,
  must_confirm_email: 0,
} as const;

/** Disables, enables and removes users. */
function createUserStates({ db, clock, audit, bus, rowIn }: Dependencies & { rowIn: RowIn }) {
  return {
    /**
     * Changes the state. Making a user inactive ends its sign-ins for good; its tokens are refused from the
     * next request.
     */
    async setState(id: string, state: User['state'], by: By = {}): Promise<User> {
      const now = clock.now();
      const times = state === 'active' ? { active_at: now } : { inactive_at: now };
      const row = await db.write(async (tx) => {
        await rowIn(tx, id);
        await audit.record(tx, { ...by, action: `user.${state}`, targetId: id });
        if (state === 'inactive') await endSignIns(tx, id, now, 'user disabled');
        const changed = await tx
          .updateTable('users')
          .set((eb) => ({ state, ...times, updated: now, revision: eb('revision', '+', 1) }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        // Changes to the home of an inactive person were told to nobody.
        if (state === 'active' && changed.home_id !== null) await raiseHomeRevision(tx, changed.home_id);
        return changed;
      });
      bus.emit('userStateChanged', { userId: id, isActive: state === 'active' });
      return toUser(row);
    },

    /**
     * Hides the user immediately: tokens end, and the e-mail is free for a new account. What depends on the row
     * is deleted afterwards (`admin/deletion/`). Throws `not_found`.
     */
    async markRemoved(tx: Transaction, id: string): Promise<void> {
      const row = await rowIn(tx, id);
      const now = clock.now();
      await tx
        .deleteFrom('pending_mails')
        .where('client_id', '=', row.client_id)
        .where('email_key', '=', row.email_key)
        .execute();
      await tx
        .updateTable('users')
        .set({ ...BLANK, email_key: `removed.${id}`, state: 'removed', inactive_at: now, updated: now })
        .where('id', '=', id)
        .execute();
    },
  };
}

type RowIn = ReturnType<typeof createRowIn>;

/** Returns a function that reads a user inside a transaction. It throws `not_found`. */
const createRowIn = (kind: AccountKind) => async (tx: Transaction, id: string) => {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(ofKind(kind))
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', { detail: `There is no user "${id}".` });
  return row;
};

/** Ends the sign-ins, all `but` one, in one statement: a user has at most SIGN_INS_PER_USER of them. */
async function endSignIns(
  tx: Transaction,
  userId: string,
  now: number,
  because: string,
  but = '',
): Promise<void> {
  await tx
    .updateTable('sign_ins')
    .set({ revoked_at: now, revoked_because: because, updated: now })
    .where('user_id', '=', userId)
    .where('id', '<>', but)
    .where('revoked_at', 'is', null)
    .execute();
}
