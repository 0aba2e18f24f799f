import type { PortalOverview } from '@azulejo/contract';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';

/**
 * Maximum number of rows that a query examines when each costs a look-up of its own: some tenths of a second.
 */
const CANDIDATES = 100_000;
/** Number of users that are examined to tell whether any of them has a device. */
const PEOPLE_LOOKED_AT = 10_000;

const APPLICATION_KINDS = ['application', 'manager'] as const;

/** Counts for the portal's pages, on reader threads. Data of removed applications does not count. */
export function createApplicationNumbers(db: Db) {
  const visible = db.scan
    .selectFrom('clients')
    .select('clients.id')
    .where('clients.kind', 'in', APPLICATION_KINDS)
    .where('clients.state', '<>', 'removed');
  const people = () =>
    db.scan.selectFrom('users').where('users.client_id', 'in', visible).where('users.state', '<>', 'removed');
  /** Users of developers' applications, without those of Home. */
  const customers = (homeClientId: string) => people().where('users.client_id', '<>', homeClientId);
  const one = sql.lit(1).as('one');

  const isAny = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
    (await query.executeTakeFirst()) !== undefined;

  /** Counts devices among a bounded number of channels. `isMore` says that not all channels were examined. */
  async function countDevices(): Promise<{ count: number; isMore: boolean }> {
    const { walked, found } = await db.scan
      .selectFrom((eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('context_of', 'is', null)
          .where('removed', 'is', null)
          .limit(CANDIDATES + 1)
          .as('some'),
      )
      .select((eb) => [
        eb.fn.countAll<number | string>().as('walked'),
        eb.fn
          .count<number | string>(
            eb
              .case()
              .when(
                eb.exists(
                  eb
                    .selectFrom('grants')
                    .innerJoin('users', 'users.id', 'grants.grantee_id')
                    .select(one)
                    .whereRef('grants.channel_id', '=', 'some.id')
                    .where('grants.role', '=', 'user')
                    .where('users.client_id', 'in', visible),
                ),
              )
              .then(1)
              .end(),
          )
          .as('found'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(found), isMore: Number(walked) > CANDIDATES };
  }

  const devicesOfCustomers = (homeClientId: string) =>
    db.scan
      .selectFrom(customers(homeClientId).select('users.id').limit(PEOPLE_LOOKED_AT).as('some'))
      .innerJoin('grants', 'grants.grantee_id', 'some.id')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .where('grants.role', '=', 'user')
      .where('channels.context_of', 'is', null)
      .select(one)
      .limit(1);

  return {
    /** Returns the number of users of each of these applications. */
    async usersOf(clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (clientIds.length === 0) return new Map();
      const rows = await db.scan
        .selectFrom('users')
        .select(({ fn }) => ['client_id', fn.countAll<number | string>().as('users')])
        .where('client_id', 'in', clientIds)
        .where('state', '<>', 'removed')
        .groupBy('client_id')
        .execute();
      return new Map(rows.map((row) => [row.client_id, Number(row.users)]));
    },

    /** Returns a user that the client may read: its own, or one of an application that it works for. */
    async exampleUser(clientId: string, worksFor: readonly string[]): Promise<string | undefined> {
      const row = await db.read
        .selectFrom('users')
        .select('id')
        .where('client_id', 'in', [clientId, ...worksFor])
        .where('state', '=', 'active')
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    async overview(
      homeClientId: string | undefined,
    ): Promise<Omit<PortalOverview, 'connected' | 'applications'>> {
      const home = homeClientId ?? '';
      const { users } = await people()
        .select(({ fn }) => fn.countAll<number | string>().as('users'))
        .executeTakeFirstOrThrow();
      const { count: channels, isMore } = await countDevices();
      const registered = db.scan
        .selectFrom('clients')
        .where('kind', 'in', APPLICATION_KINDS)
        .where('state', '<>', 'removed')
        .where('id', '<>', home);
      return {
        users: Number(users),
        channels,
        more_channels: isMore,
        first_steps: {
          application: await isAny(registered.select(one).limit(1)),
          user: await isAny(customers(home).select(one).limit(1)),
          device: await isAny(devicesOfCustomers(home)),
        },
      };
    },
  };
}
