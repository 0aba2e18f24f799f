import { sql } from 'kysely';
import type { DomainEventBus, EndedGrant } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { grantInForce } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/homes/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MayGoOn } from './rows.ts';

type Dependencies = { db: Db; clock: Clock; applications: Applications; homes: Homes; bus: DomainEventBus };

/** Number of channels removed in one transaction, which takes a few milliseconds. */
const CHANNELS_BATCH_SIZE = 10;
const GRANTS_PAGE_SIZE = 100;

/** Removes channels together with their users or clients, and devices without any other channel. */
export function createOwnedChannels({ db, clock, applications, homes, bus }: Dependencies) {
  /**
   * Selects channels without an owner or of a device. Those of a manager or another application stay with it.
   */
  const nobodysOwn = () =>
    db.read
      .selectFrom('channels')
      .leftJoin('clients', 'clients.id', 'channels.creator_id')
      .select('channels.id')
      .where('channels.removed', 'is', null)
      .where((eb) => eb.or([eb('clients.id', 'is', null), eb('clients.kind', '=', 'device')]))
      .limit(CHANNELS_BATCH_SIZE);

  /** Returns the grants of users on channels of devices. */
  async function grantsToDevices(tx: Transaction, ids: readonly string[]): Promise<EndedGrant[]> {
    const rows = await tx
      .selectFrom('channels')
      .innerJoin('clients', 'clients.id', 'channels.creator_id')
      .innerJoin('grants', 'grants.channel_id', 'channels.id')
      .select([
        'channels.id as channelId',
        'clients.id as ownerId',
        'grants.grantee_id as userId',
        'grants.requesting_client_id as clientId',
      ])
      .where('channels.id', 'in', ids)
      .where('clients.kind', '=', 'device')
      .where('grants.role', '=', 'user')
      .limit(GRANTS_PAGE_SIZE)
      .execute();
    return rows.map(({ ownerId, clientId, ...grant }) => ({
      ...grant,
      owner: { kind: 'device', id: ownerId },
      clientId: clientId ?? undefined,
    }));
  }

  /** Removes channels, and the devices that own no others. Returns the grants that ended. */
  async function removeIn(tx: Transaction, ids: readonly string[]): Promise<EndedGrant[]> {
    const ended = await grantsToDevices(tx, ids);
    const makers = await tx
      .selectFrom('channels')
      .innerJoin('clients', 'clients.id', 'channels.creator_id')
      .select('clients.id')
      .distinct()
      .where('channels.id', 'in', ids)
      .where('clients.kind', '=', 'device')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('channels as other')
              .select(sql.lit(1).as('one'))
              .whereRef('other.creator_id', '=', 'clients.id')
              .where('other.id', 'not in', ids),
          ),
        ),
      )
      .execute();
    await homes.remove(tx, ids);
    if (makers.length > 0)
      await applications.markDevicesRemoved(
        tx,
        makers.map(({ id }) => id),
      );
    return ended;
  }

  /**
   * Returns those channels on which only these ids hold an active grant, and the first of them one with the
   * role.
   */
  const grantedOnlyTo = (ids: readonly [string, ...string[]], role: 'user' | 'application') =>
    nobodysOwn()
      .innerJoin('grants as own', 'own.channel_id', 'channels.id')
      .where('own.grantee_id', '=', ids[0])
      .where('own.role', '=', role)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('grants')
              .select(sql.lit(1).as('one'))
              .whereRef('grants.channel_id', '=', 'channels.id')
              .where('grants.grantee_id', 'not in', ids)
              .where(grantInForce(clock.now())),
          ),
        ),
      )
      .execute();

  return {
    /**
     * Returns the channels on which only the user and the user's application hold a grant, and that of the
     * user's phone.
     */
    ofUser: (userId: string, clientId: string): Promise<{ id: string }[]> =>
      grantedOnlyTo([userId, clientId], 'user'),

    /**
     * Returns the channels that the client created; when there are none left, those on which it alone holds a
     * grant.
     */
    async ofClient(clientId: string): Promise<{ id: string }[]> {
      const made = await db.read
        .selectFrom('channels')
        .select('id')
        .where('creator_id', '=', clientId)
        .limit(CHANNELS_BATCH_SIZE)
        .execute();
      return made.length > 0 ? made : grantedOnlyTo([clientId], 'application');
    },

    async removeAll(next: () => Promise<{ id: string }[]>, mayGoOn: MayGoOn): Promise<void> {
      for (;;) {
        const ids = (await next()).map(({ id }) => id);
        if (ids.length === 0) return;
        mayGoOn();
        const ended = await db.write((tx) => removeIn(tx, ids));
        for (const grant of ended) bus.emit('grantEnded', grant);
      }
    },

    /** Ends the grants of a user on channels that stay with others. */
    async leaveAll(userId: string, mayGoOn: MayGoOn): Promise<void> {
      const page = db.read
        .selectFrom('grants')
        .select('channel_id as id')
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .limit(GRANTS_PAGE_SIZE);
      for (;;) {
        const shared = await page.execute();
        if (shared.length === 0) return;
        for (const { id } of shared) {
          mayGoOn();
          const ended = await db.write((tx) => homes.endGrant(tx, id, userId));
          if (ended) bus.emit('grantEnded', ended);
        }
      }
    },
  };
}
