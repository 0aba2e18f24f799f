import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

const PREFIX = 'azh';

/** Manages the web addresses by which automations are called. Only hashes of their keys are stored. */
export function createHooks({ db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const byHash = db.prepare<{ hash: string }>()((kysely, p) =>
    kysely
      .selectFrom('automation_hooks')
      .select(['user_id as userId', 'automation_id as automationId'])
      .where('hash', '=', p('hash')),
  );
  return {
    /** Returns a new key; the one before no longer works. */
    async create(userId: string, automationId: string): Promise<string> {
      const key = newToken(PREFIX);
      const row = {
        user_id: userId,
        automation_id: automationId,
        hash: hashSecret(key),
        created: clock.now(),
      };
      await db.write(async (tx) => {
        await tx
          .insertInto('automation_hooks')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'automation_id'])
              .doUpdateSet({ hash: row.hash, created: row.created }),
          )
          .execute();
      });
      return key;
    },
    async remove(userId: string, automationId: string): Promise<void> {
      await db.write(async (tx) => {
        await tx
          .deleteFrom('automation_hooks')
          .where('user_id', '=', userId)
          .where('automation_id', '=', automationId)
          .execute();
      });
    },
    /**
     * Returns the owner of the automation that a key calls. A key that the platform did not create is not looked
     * up.
     */
    find: async (key: string) =>
      parseToken(PREFIX, key) === undefined ? undefined : byHash.get({ hash: hashSecret(key) }),
  };
}
