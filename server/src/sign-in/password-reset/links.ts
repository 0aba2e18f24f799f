import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import type { User, Users } from '../../people/users/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

const LIFETIME_MS = 3600 * 1000;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  users: Users;
  applications: Applications;
  /** Where the page is. */
  url: string;
};

/** Whose password a link sets. */
export type LinkOwner = { user: User; client: Client };

export type Links = ReturnType<typeof createLinks>;

/** Links that set a password: one of a user at a time, once, for an hour, while the password is what it was. */
export function createLinks({ db, clock, audit, users, applications, url }: Dependencies) {
  const byToken = db.prepare<{ hash: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('password_resets')
      .select(['user_id as userId', 'password_digest as passwordDigest'])
      .where('token_hash', '=', p('hash'))
      .where('expires', '>', p('now')),
  );

  return {
    /** In place of an earlier one. `by` is who asked for it. */
    async make(userId: string, by: By = {}): Promise<string> {
      const now = clock.now();
      const token = newToken('azp');
      const passwordDigest = await users.passwordDigest(userId);
      if (passwordDigest === undefined) throw new Problem('not_found');
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

    /** Undefined when the link is none, or no longer one, or the user may not sign in. */
    async find(token: string): Promise<LinkOwner | undefined> {
      if (parseToken('azp', token) === undefined) return undefined;
      const row = await byToken.get({ hash: hashSecret(token), now: clock.now() });
      if (!row || (await users.passwordDigest(row.userId)) !== row.passwordDigest) return undefined;
      const user = await users.find(row.userId);
      const client = user && (await applications.findById(user.clientId));
      return user?.state === 'active' && client?.state === 'enabled' ? { user, client } : undefined;
    },

    /** Throws `not_found` unless the link still is one. It is none afterwards. */
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
      if (!used || user.state !== 'active') throw new Problem('not_found');
    },

    /** Forgets what has expired. */
    prune: (): Promise<void> =>
      deleteInBatches((most) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('password_resets')
            .select('user_id')
            .where('expires', '<=', clock.now())
            .limit(most);
          return tx.deleteFrom('password_resets').where('user_id', 'in', due).executeTakeFirstOrThrow();
        }),
      ),
  };
}
