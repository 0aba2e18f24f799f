import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';

const PREFIX = 'azh';

/** Manages the web addresses by which agents are called. Only hashes of their keys are stored. */
export function createHooks({ db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const byHash = db.prepare<{ hash: string }>()((kysely, p) =>
    kysely
      .selectFrom('agent_hooks')
      .select(['user_id as userId', 'agent_id as agentId'])
      .where('hash', '=', p('hash')),
  );
  return {
    /** Returns a new key; the one before no longer works. */
    async create(userId: string, agentId: string): Promise<string> {
      const key = newToken(PREFIX);
      const row = { user_id: userId, agent_id: agentId, hash: hashSecret(key), created: clock.now() };
      await db.write(async (tx) => {
        await tx
          .insertInto('agent_hooks')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'agent_id']).doUpdateSet({ hash: row.hash, created: row.created }),
          )
          .execute();
      });
      return key;
    },
    async remove(userId: string, agentId: string): Promise<void> {
      await db.write(async (tx) => {
        await tx
          .deleteFrom('agent_hooks')
          .where('user_id', '=', userId)
          .where('agent_id', '=', agentId)
          .execute();
      });
    },
    /**
     * Returns the owner of the agent that a key calls. A key that the platform did not create is not looked
     * up.
     */
    find: async (key: string) =>
      parseToken(PREFIX, key) === undefined ? undefined : byHash.get({ hash: hashSecret(key) }),
  };
}
