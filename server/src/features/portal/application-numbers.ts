import type { PortalOverview } from '@azulejo/contract';
import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';

/** Counts for the portal's pages. What hangs on a removed application does not count. */
export function createApplicationNumbers(db: Db) {
  const visible = () => db.read.selectFrom('clients').where('clients.state', '<>', 'removed');
  const people = () => visible().innerJoin('users', 'users.client_id', 'clients.id');
  const devices = () =>
    people()
      .innerJoin('grants', 'grants.grantee_id', 'users.id')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .where('grants.role', '=', 'user')
      .where('channels.context_of', 'is', null);

  async function isAny(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
    return (await query.executeTakeFirst()) !== undefined;
  }

  const one = sql.lit(1).as('one');

  return {
    /** How many users each of these has. */
    async usersOf(clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (clientIds.length === 0) return new Map();
      const rows = await db.read
        .selectFrom('users')
        .select(({ fn }) => ['client_id', fn.countAll<number | string>().as('users')])
        .where('client_id', 'in', clientIds)
        .groupBy('client_id')
        .execute();
      return new Map(rows.map((row) => [row.client_id, Number(row.users)]));
    },

    /** One that the client may read: its own, or of an application that it works for. */
    async exampleUser(clientId: string, worksFor: readonly string[]): Promise<string | undefined> {
      const row = await db.read
        .selectFrom('users')
        .select('id')
        .where('client_id', 'in', [clientId, ...worksFor])
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    async overview(
      homeClientId: string | undefined,
    ): Promise<Omit<PortalOverview, 'connected' | 'applications'>> {
      const ofDevelopers = homeClientId ?? '';
      const { users } = await people()
        .select(({ fn }) => fn.countAll<number | string>().as('users'))
        .executeTakeFirstOrThrow();
      const { channels } = await devices()
        .select(({ fn }) => fn.count<number | string>('channels.id').distinct().as('channels'))
        .executeTakeFirstOrThrow();
      const registered = visible()
        .where('clients.kind', '<>', 'device')
        .where('clients.id', '<>', ofDevelopers);
      return {
        users: Number(users),
        channels: Number(channels),
        first_steps: {
          application: await isAny(registered.select(one).limit(1)),
          user: await isAny(people().where('clients.id', '<>', ofDevelopers).select(one).limit(1)),
          device: await isAny(devices().where('clients.id', '<>', ofDevelopers).select(one).limit(1)),
        },
      };
    },
  };
}
