import type { ChannelAccess, Owner } from '../../core/access/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MakerPorts, OpenSelections } from '../makers/index.ts';
import type { GrantAsks } from './grant-asks.ts';

/** How long a manager may put devices into a home after the person allowed it. */
const CONSENT_MS = 10 * 60_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  makerPorts: MakerPorts;
  openSelections: OpenSelections;
  grantAsks: GrantAsks;
};

/**
 * Records what people allow managers and devices. After a person consented on the page for a kind of device,
 * the manager that the page named may grant channels of that kind to this person for a while; a manager that
 * is asked to add devices may only meanwhile (managers.md 1.5). After a person asked a device over MQTT, the
 * device may grant its channels while the request is open. A consent covers each channel once: to add again
 * what the person removed takes a new consent.
 */
export function createConsents({ db, clock, makerPorts, openSelections, grantAsks }: Dependencies) {
  const lastConsented = prepareLastConsented(db);

  async function ofManager(managerId: string, userId: string, templateId: string) {
    const maker = await makerPorts.of(templateId);
    if (maker?.managerId !== managerId) return undefined;
    if (maker.grantsOnlyWhileAdding) return openSelections.since({ managerId, userId, templateId });
    const since = clock.now() - CONSENT_MS;
    return (await lastConsented.get({ userId, templateId, managerId, since }))?.consented ?? undefined;
  }

  return {
    /** Returns when the person last let the owner add such a channel, if that still holds. */
    async find(
      owner: Owner | undefined,
      userId: string,
      channel: ChannelAccess,
    ): Promise<number | undefined> {
      if (owner?.kind === 'manager') return ofManager(owner.id, userId, channel.templateId);
      if (owner?.kind !== 'device') return undefined;
      return grantAsks.find({ deviceId: owner.id, role: 'user', granteeId: userId })?.asked;
    },

    /**
     * Returns whether the owner may grant the channel to the application. A manager that is asked to add devices
     * may only meanwhile.
     */
    async allowsApplication(
      owner: Owner | undefined,
      applicationId: string,
      { templateId }: ChannelAccess,
    ): Promise<boolean> {
      if (owner?.kind !== 'manager') return true;
      const maker = await makerPorts.of(templateId);
      if (maker?.managerId !== owner.id || !maker.grantsOnlyWhileAdding) return true;
      return openSelections.isOpenThrough({ managerId: owner.id, applicationId, templateId });
    },

    /** Deletes grants that are older than any consent that still holds. */
    prune: (): Promise<void> =>
      deleteInBatches((limit) => db.write((tx) => deleteExpired(tx, clock.now() - CONSENT_MS, limit))),

    /** Uses this consent for the channel. Returns false when it was used before. */
    async use(tx: Transaction, userId: string, channelId: string, consented: number): Promise<boolean> {
      const granted = Math.max(clock.now(), consented);
      const used = await tx
        .insertInto('pairing_grants')
        .values({ user_id: userId, channel_id: channelId, granted })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'channel_id'])
            .doUpdateSet({ granted })
            .where('pairing_grants.granted', '<', consented),
        )
        .returning('channel_id')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}

function prepareLastConsented(db: Db) {
  return db.prepare<{ userId: string; templateId: string; managerId: string; since: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .select((eb) => eb.fn.max('consented').as('consented'))
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where('manager_id', '=', p('managerId'))
      .where('consented', '>', p('since')),
  );
}

function deleteExpired(tx: Transaction, before: number, limit: number) {
  return tx
    .deleteFrom('pairing_grants')
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'channel_id'),
        'in',
        eb
          .selectFrom('pairing_grants as due')
          .select(['due.user_id', 'due.channel_id'])
          .where('due.granted', '<', before)
          .limit(limit)
          .$asTuple('user_id', 'channel_id'),
      ),
    )
    .executeTakeFirstOrThrow();
}
