import type { PortalOverview } from '@azulejo/contract';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { createCountDevices, visibleApplications } from './count-devices.ts';

/** Number of users that are examined to find whether any of them has a device. */
const PEOPLE_LOOKED_AT = 10_000;

const one = sql.lit(1).as('one');

/** Returns a function that counts what the portal's first page shows. */
export function createOverview(db: Db) {
  const visible = visibleApplications(db);
  const countDevices = createCountDevices(db);
  const people = () =>
    db.scan
      .selectFrom('users')
      .where('users.client_id', 'in', visible)
      .where('users.state', '<>', sql.lit('removed'));
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
    const { users } = await people()
      .select(({ fn }) => fn.countAll<number | string>().as('users'))
      .executeTakeFirstOrThrow();
    const { count: channels, isMore } = await countDevices();
    const registered = visible.where('clients.id', '<>', home).clearSelect();
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
  };
}

const isAny = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;
