import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import type { Applications, Client } from '../applications/index.ts';
import type { By } from '../audit/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import type { Homes } from '../homes/index.ts';
import { createConsequences } from './consequences.ts';
import { createOwnedChannels } from './owned-channels.ts';
import { createRows, type MayGoOn } from './rows.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  applications: Applications;
  homeApplication: HomeApplication;
  homes: Homes;
};

const USERS_AT_ONCE = 50;

export type Removal = ReturnType<typeof createRemoval>;

/**
 * Takes away an application or a user with everything that hangs on them. An application is gone for everybody with the
 * first transaction; the rest follows in short ones, and after a restart goes on where it ended.
 */
export function createRemoval({ db, clock, applications, homeApplication, homes }: Dependencies) {
  const rows = createRows(db);
  const channels = createOwnedChannels({ db, homes, rows });
  let isStopped = false;
  const mayGoOn: MayGoOn = () => {
    if (isStopped) throw new Stopped();
  };

  /** What only this user, and nobody of another application, has; then the user. */
  async function removeUser({ id, clientId }: { id: string; clientId: string }): Promise<void> {
    await channels.removeAll(() => channels.ofUser(id, clientId), mayGoOn);
    await rows.eventsOf(id, mayGoOn);
    await rows.signInsOf('user_id', id, mayGoOn);
    await rows.uploadsOf(id, mayGoOn);
    await rows.grantsOf(id, mayGoOn);
    await db.write(async (tx) => {
      const user = await tx
        .deleteFrom('users')
        .where('id', '=', id)
        .returning('email_key')
        .executeTakeFirst();
      if (!user) return;
      await tx
        .deleteFrom('pending_mails')
        .where('client_id', '=', clientId)
        .where('email_key', '=', user.email_key)
        .execute();
    });
  }

  async function removeUsersOf(clientId: string): Promise<void> {
    const users = db.read.selectFrom('users').select('id').where('client_id', '=', clientId);
    for (;;) {
      const some = await users.limit(USERS_AT_ONCE).execute();
      if (some.length === 0) return;
      for (const { id } of some) await removeUser({ id, clientId });
    }
  }

  async function finish(clientId: string): Promise<void> {
    await removeUsersOf(clientId);
    await channels.removeAll(() => channels.ofClient(clientId), mayGoOn);
    await rows.signInsOf('client_id', clientId, mayGoOn);
    await rows.uploadsOf(clientId, mayGoOn);
    await rows.grantsOf(clientId, mayGoOn);
    await db.write((tx) => tx.deleteFrom('clients').where('id', '=', clientId).execute());
  }

  return {
    consequencesOf: createConsequences(db, clock),

    /** With all that only this user has, and nothing of what others share. */
    user: removeUser,

    /** It is gone when this resolves, and what hangs on it with the next sweep. Throws `not_found`, or `in_use`. */
    async application(client: Client, by: By = {}): Promise<void> {
      if (homeApplication.isOf(client))
        throw new Problem('in_use', { detail: `People sign in at /home through "${client.name}".` });
      await db.write(async (tx) => {
        await applications.markRemoved(tx, client, by);
        await tx
          .deleteFrom('client_links')
          .where((eb) => eb.or([eb('distributor_id', '=', client.id), eb('application_id', '=', client.id)]))
          .execute();
      });
    },

    /** Takes away what hangs on removed applications. */
    async sweep(): Promise<void> {
      const removed = db.read.selectFrom('clients').select('id').where('state', '=', 'removed');
      try {
        for (const { id } of await removed.execute()) await finish(id);
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
      }
    },

    /** Ends a sweep between two steps. */
    stop(): void {
      isStopped = true;
    },
  };
}

class Stopped extends Error {}
