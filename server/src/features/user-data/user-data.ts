import { Readable } from 'node:stream';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { invalidField } from '../../platform/problem.ts';
import type { Audit, By } from '../audit/index.ts';
import type { Removal } from '../removal/index.ts';
import { emailKey, type User, type Users } from '../users/index.ts';
import { type Belongings, countBelongings } from './count.ts';
import { exportUser } from './export.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  logger: Logger;
  audit: Audit;
  users: Users;
  removal: Removal;
};

/** Who has a user deleted is answered after so long, though the work goes on. */
const PATIENCE_MS = 5_000;

export type UserData = ReturnType<typeof createUserData>;

/** All that is stored about a user: counted, given out whole, and deleted. */
export function createUserData({ db, clock, logger, audit, users, removal }: Dependencies) {
  /** Those that are being deleted. */
  const leaving = new Map<string, Promise<void>>();

  async function take(user: User, by: By): Promise<void> {
    if (user.state === 'active') await users.setState(user.id, 'inactive', by);
    await db.write((tx) => audit.record(tx, { ...by, action: 'user.remove', targetId: user.id }));
    await removal.user(user);
  }

  function begin(user: User, by: By): Promise<void> {
    const work = take(user, by).finally(() => leaving.delete(user.id));
    // Who asked may be gone by then; who asks again begins anew.
    work.catch((error: unknown) => logger.error({ err: error }, 'deleting a user failed'));
    leaving.set(user.id, work);
    return work;
  }

  return {
    count: ({ id, clientId }: User): Promise<Belongings> => countBelongings(db, id, clientId),

    /** JSON, as fast as it is taken. Throws `not_found`. */
    async export(userId: string, by: By): Promise<Readable> {
      const { id, clientId, email } = await users.get(userId);
      await db.write((tx) => audit.record(tx, { ...by, action: 'user.export', targetId: id }));
      const owner = { id, clientId, emailKey: emailKey(email) ?? email };
      return Readable.from(exportUser(db, owner, clock.now()), { objectMode: false });
    },

    /**
     * With all that is the user's alone; the first that happens is that the user is signed out. Answers whether it is over;
     * else it goes on. Throws `not_found`, or `invalid_request` when the e-mail is another.
     */
    async remove(userId: string, email: string, by: By): Promise<boolean> {
      const user = await users.get(userId);
      if (emailKey(email) !== emailKey(user.email)) throw invalidField('email', 'is not that of the user');
      const { promise: patience, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), PATIENCE_MS);
      const work = leaving.get(userId) ?? begin(user, by);
      return Promise.race([work.then(() => true), patience]).finally(() => clearTimeout(timer));
    },
  };
}
