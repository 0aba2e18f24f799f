import type { Audit, By } from '../../core/audit/index.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { ApplicationClient, Applications } from '../../identity/applications/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

const LIFETIME_MS = 3600 * 1000;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  users: Users;
  applications: Applications;
  /** The base URL of the page. */
  url: string;
};

/** The user whose password a link sets, and its application. */
export type LinkOwner = { user: User; client: ApplicationClient };

export type Links = ReturnType<typeof createLinks>;

/**
 * Manages links that set a password: one per user, used once, for an hour, while the password is the same.
 */
export function createLinks({ db, clock, audit, users, applications, url }: Dependencies) {
  const byToken = prepareByToken(db);

  return {
    /** Creates a link, which replaces an earlier one. `by` is who requested it. */
    async make(userId: string, by: By = {}): Promise<string> {
      const now = clock.now();
      const token = newToken('azp');
      const passwordDigest = await users.passwordDigest(userId);
      if (passwordDigest === undefined) throw new ApiError('not_found');
      const row = {
        token_hash: hashSecret(token),
        password_digest: passwordDigest,
        created: now,
        expires: now + LIFETIME_MS,
      };
      await db.write(async (tx) => {
        await audit.record(tx, { ...by, action: 'user.reset-link', targetId: userId });
        await tx
          .insertInto('password_resets')
          .values({ user_id: userId, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
      });
      return `${url}/reset-password?token=${token}`;
    },

    /** Returns undefined when the link is invalid, used or expired, or the user may not sign in. */
    async find(token: string): Promise<LinkOwner | undefined> {
      if (parseToken('azp', token) === undefined) return undefined;
      const row = await byToken.get({ hash: hashSecret(token), now: clock.now() });
      if (!row || (await users.passwordDigest(row.userId)) !== row.passwordDigest) return undefined;
      const user = await users.find(row.userId);
      const client = user && (await applications.findById(user.clientId));
      if (user?.state !== 'active' || client?.state !== 'enabled') return undefined;
      return client.kind === 'application' ? { user, client } : undefined;
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

const prepareByToken = (db: Db) =>
  db.prepare<{ hash: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('password_resets')
      .select(['user_id as userId', 'password_digest as passwordDigest'])
      .where('token_hash', '=', p('hash'))
      .where('expires', '>', p('now')),
  );
