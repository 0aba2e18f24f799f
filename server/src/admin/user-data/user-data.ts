import { Readable } from 'node:stream';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { emailKey, type User, type Users } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Removal } from '../deletion/index.ts';
import { exportUser } from './export.ts';
import { type Belongings, countBelongings } from './read-models/count.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  audit: Audit;
  users: Users;
  removal: Removal;
};

/** How long a request to delete a user waits. The work continues afterwards. */
const TIMEOUT_MS = 5_000;

export type UserData = ReturnType<typeof createUserData>;

/** Counts, exports and deletes everything stored about a user. */
export function createUserData({ db, clock, timers, logger, audit, users, removal }: Dependencies) {
  return {
    count: ({ id, clientId }: User): Promise<Belongings> =>
      countBelongings(db, { id, clientId, now: clock.now() }),

    /** Streams JSON as fast as the reader takes it. Throws `not_found`. */
    async export(userId: string, by: By): Promise<Readable> {
      const { id, clientId, email } = await users.get(userId);
      await db.write((tx) => audit.record(tx, { ...by, action: 'user.export', targetId: id }));
      const owner = { id, clientId, emailKey: emailKey(email) ?? email, now: clock.now() };
      return Readable.from(exportUser(db, owner), { objectMode: false });
    },

    /**
     * Removes the user with everything that is the user's alone. The user is signed out and no longer exists
     * when this resolves. Returns whether everything is deleted; otherwise that continues, also after a
     * restart. Throws `not_found`, or `invalid_request` when the e-mail is not the user's.
     */
    async remove(userId: string, email: string, by: By): Promise<boolean> {
      const user = await users.get(userId);
      if (emailKey(email) !== emailKey(user.email)) throw invalidField('email', 'is not the user’s e-mail');
      await removal.user(userId, by);
      const { promise: deadline, resolve } = Promise.withResolvers<boolean>();
      using _timer = timers.setTimer(TIMEOUT_MS, () => resolve(false));
      const swept = removal.sweep().then(
        () => true,
        (error: unknown) => {
          logger.error({ err: error }, 'deleting a user failed and will be retried');
          return false;
        },
      );
      return await Promise.race([swept, deadline]);
    },
  };
}
