import type { Insertable } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  users: Pick<Users, 'find' | 'passwordDigest'>;
  lifetimeMs: number;
  /** The page that the token opens. */
  urlOf: (token: string) => string;
  /** The audited action. */
  action: 'user.reset-link' | 'portal.account.reset-link';
};

/** A link as its holder has it. */
export type PasswordLink = { link: string; expires: number };

/** The user whose password a link sets. */
export type LinkOwner = { user: User; resetsSecondFactor: boolean };

export type Links = ReturnType<typeof createLinks>;

/** Manages links that set a password: one per user, used once, for some time, while the password is the same. */
export function createLinks({ db, clock, audit, users, lifetimeMs, urlOf, action }: Dependencies) {
  const byToken = prepareByToken(db);

  return {
    /** Creates a link, which replaces an earlier one. `by` is who requested it. Throws `not_found`. */
    async make(userId: string, by: By = {}, { resetsSecondFactor = false } = {}): Promise<PasswordLink> {
      const now = clock.now();
      const token = newToken('azp');
      const passwordDigest = await users.passwordDigest(userId);
      if (passwordDigest === undefined) throw new ApiError('not_found');
      const row = {
        token_hash: hashSecret(token),
        password_digest: passwordDigest,
        resets_second_factor: resetsSecondFactor ? 1 : 0,
        created: now,
        expires: now + lifetimeMs,
      };
      await db.write(async (tx) => {
        const detail = resetsSecondFactor ? 'and the second factor' : undefined;
        await audit.record(tx, { ...by, action, targetId: userId, detail });
        await saveIn(tx, userId, row);
      });
      return { link: urlOf(token), expires: row.expires };
    },

    /** Returns undefined when the link is invalid, used or expired, or the user may not sign in. */
    async find(token: string): Promise<LinkOwner | undefined> {
      if (parseToken('azp', token) === undefined) return undefined;
      const row = await byToken.get({ hash: hashSecret(token), now: clock.now() });
      if (!row || (await users.passwordDigest(row.userId)) !== row.passwordDigest) return undefined;
      const user = await users.find(row.userId);
      return user?.state === 'active'
        ? { user, resetsSecondFactor: row.resetsSecondFactor === 1 }
        : undefined;
    },

    /** Uses the link up. Throws `not_found` when it is no longer valid. */
    async useIn(
      tx: Transaction,
      token: string,
      { user, passwordDigest }: { user: User; passwordDigest: string },
    ): Promise<void> {
      const used = await tx
        .deleteFrom('password_resets')
        .where('user_id', '=', user.id)
        .where('token_hash', '=', hashSecret(token))
        .where('password_digest', '=', passwordDigest)
        .where('expires', '>', clock.now())
        .returning('user_id')
        .executeTakeFirst();
      if (!used || user.state !== 'active') throw new ApiError('not_found');
    },

    /** Deletes expired links. */
    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'password_resets', key: ['user_id'], time: 'expires' }, clock.now()),
  };
}

type Row = Omit<Insertable<Database['password_resets']>, 'user_id'>;

async function saveIn(tx: Transaction, userId: string, row: Row): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

const prepareByToken = (db: Db) =>
  db.prepare<{ hash: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('password_resets')
      .select([
        'user_id as userId',
        'password_digest as passwordDigest',
        'resets_second_factor as resetsSecondFactor',
      ])
      .where('token_hash', '=', p('hash'))
      .where('expires', '>', p('now')),
  );
