import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { prepareChannelOfUser } from './read-models/channel-of-user.ts';

/** Data that the client that created a channel stored with it. */
export type OwnersRecord = {
  readonly id: string;
  readonly templateId: string;
  readonly name: string;
  readonly remoteKey: string | undefined;
};

/** Reads and changes what the owners of channels stored with them. */
export function createChannelRecords(db: Db, clock: Clock) {
  const one = prepareRecord(db);
  const ofUser = prepareChannelOfUser(db);
  return {
    async findRecord(id: string): Promise<OwnersRecord | undefined> {
      const row = await one.get({ id });
      return row && { ...row, remoteKey: row.remoteKey ?? undefined };
    },

    /**
     * Finds the channel if the user holds a grant on it now, and the caller created it or is the application
     * of the user. Costs one statement, because managers ask for each channel and user before each poll.
     */
    async findOfUser(
      callerId: string,
      userId: string,
      id: string,
    ): Promise<(OwnersRecord & { creatorId: string | null }) | undefined> {
      const row = await ofUser.get({ callerId, userId, id, now: clock.now() });
      return row && { ...row, remoteKey: row.remoteKey ?? undefined };
    },

    /** Returns whether the channel exists. */
    async rename(tx: Transaction, id: string, name: string): Promise<boolean> {
      const row = await tx
        .updateTable('channels')
        .set((eb) => ({ name, updated: clock.now(), revision: eb('revision', '+', 1) }))
        .where('id', '=', id)
        .where('removed', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

const prepareRecord = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('channels')
      .select(['id', 'template_id as templateId', 'name', 'remote_key as remoteKey'])
      .where('id', '=', p('id'))
      .where('removed', 'is', null),
  );
