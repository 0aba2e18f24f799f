import type { Audit, AuditEntry } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { toUser, type User } from './user.ts';
import { endSignIns, rowIn } from './user-rows.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit };

export type PasswordChange = {
  /** The sign-in that stays, or `all` of them; by default every sign-in ends. */
  staying?: { signInId: string } | 'all' | undefined;
  /** Added to the audit entry. */
  audited?: Omit<AuditEntry, 'action' | 'targetId'>;
  /**
   * Runs first in the same transaction and throws to refuse. `passwordDigest` represents the current password
   * without revealing its hash.
   */
  first?: (tx: Transaction, now: { user: User; passwordDigest: string }) => Promise<void>;
};

export function createUserPasswords({ db, clock, audit }: Dependencies) {
  return {
    /**
     * Returns a digest of the user's password hash, which does not reveal it; undefined without such a user.
     */
    async passwordDigest(id: string): Promise<string | undefined> {
      const row = await db.read
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
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
        await audit.record(tx, { ...audited, action: 'user.password', targetId: id });
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
