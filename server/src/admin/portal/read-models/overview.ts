import type { PortalOverview } from '@azulejo/contract';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createSharedCalls } from '../../../platform/shared-calls.ts';

/** Number of users that are examined to find whether any of them has a device. */
const PEOPLE_LOOKED_AT = 10_000;

/** Counts of so many users or channels take tens of milliseconds, and need not be exact. */
const MANY = 10_000;
/** How long these are kept. */
const KEPT_MS = 30_000;

const one = sql.lit(1).as('one');

type Counts = Pick<PortalOverview, 'users' | 'channels' | 'more_channels'>;

/** Selects the users of applications that are not removed. */
const peopleOf = (db: Db) =>
  db.scan
    .selectFrom('users')
    .where('users.client_id', 'in', visibleApplications(db))
    .where('users.state', '<>', sql.lit('removed'));

/** Returns a function that counts users and devices; on a large platform once in half a minute, for everybody. */
function createCounts(db: Db, clock: Pick<Clock, 'monotonic'>): () => Promise<Counts> {
  const countDevices = createCountDevices(db);
  const share = createSharedCalls<Counts>();
  let kept: { readonly counts: Counts; readonly until: number } | undefined;

  async function count(): Promise<Counts> {
    const row = await peopleOf(db)
      .select(({ fn }) => fn.countAll<number | string>().as('users'))
      .executeTakeFirstOrThrow();
    const users = Number(row.users);
    const { count: channels, examined, isMore } = await countDevices();
    const counts = { users, channels, more_channels: isMore };
    const isLarge = Math.max(users, examined) > MANY;
    kept = isLarge ? { counts, until: clock.monotonic() + KEPT_MS } : undefined;
    return counts;
  }

  return async () => (kept && clock.monotonic() < kept.until ? kept.counts : share('', count));
}

/** Returns a function that counts what the portal's first page shows. */
export function createOverview(db: Db, clock: Pick<Clock, 'monotonic'>) {
  const visible = visibleApplications(db);
  const counts = createCounts(db, clock);
  const people = () => peopleOf(db);
  /** Selects users of developers' applications, without those of Home. */
  const customers = (homeClientId: string) => people().where('users.client_id', '<>', homeClientId);
  const devicesOfCustomers = (homeClientId: string) =>
    db.scan
      .selectFrom(customers(homeClientId).select('users.id').limit(PEOPLE_LOOKED_AT).as('some'))
      .innerJoin('grants', 'grants.grantee_id', 'some.id')
      .innerJoin('channels', 'channels.id', 'grants.channel_id')
      .where('grants.role', '=', 'user')
      .where('channels.context_of', 'is', null)
      .select(one)
      .limit(1);

  return async function overview(
    homeClientId: string | undefined,
  ): Promise<Omit<PortalOverview, 'connected' | 'applications'>> {
    const home = homeClientId ?? '';
    const registered = visible.where('clients.id', '<>', home).clearSelect();
    return {
      ...(await counts()),
      first_steps: {
        application: await isAny(registered.select(one).limit(1)),
        user: await isAny(customers(home).select(one).limit(1)),
        device: await isAny(devicesOfCustomers(home)),
      },
    };
  };
}

const isAny = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/**
 * Maximum number of rows that a query examines when each costs a look-up of its own: some tenths of a second.
 */
const CANDIDATES = 100_000;
const APPLICATION_KINDS = ['application', 'manager'] as const;

/** Selects the ids of the applications and managers that are not removed. */
const visibleApplications = (db: Db) =>
  db.scan
    .selectFrom('clients')
    .select('clients.id')
    .where('clients.kind', 'in', APPLICATION_KINDS)
    .where('clients.state', '<>', 'removed');

/** Returns a function that counts the devices of users, among a bounded number of channels, which it counts too. */
function createCountDevices(db: Db) {
  const visible = visibleApplications(db);

  /** `isMore` says that not all channels were examined. */
  return async function countDevices(): Promise<{ count: number; examined: number; isMore: boolean }> {
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
                    .select(sql.lit(1).as('one'))
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
    return { count: Number(found), examined: Number(walked), isMore: Number(walked) > CANDIDATES };
  };
}
