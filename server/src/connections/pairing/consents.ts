import type { ChannelAccess, Owner } from '../../core/access/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { User } from '../../identity/users/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MakerPorts, OpenSelections } from '../makers/index.ts';
import type { GrantRequests } from './grant-requests.ts';
import { createConsentThrough } from './read-models/consent-through.ts';

/**
 * When the person consented; `standing` for an application, which acts for its own users and could add devices
 * to their homes anyway.
 */
export type Consent = number | 'standing';

type Dependencies = ManagerDependencies & { grantRequests: GrantRequests };

/**
 * Records what people allow managers and devices. After a person consented on the page for a kind of device,
 * the manager that the page named may grant channels of that kind to this person, and to the person's
 * application, for a while; a manager that is asked to add devices may only meanwhile (managers 1.5). After a
 * person or an application asked a device over MQTT, the device may grant its channels while the request is
 * open. A consent of a person covers each channel once: to add again what the person removed takes a new one.
 */
export function createConsents(dependencies: Dependencies) {
  const { db, clock, grantRequests } = dependencies;
  const ofManagers = createManagerConsents(dependencies);

  return {
    /** Returns when the person last let the owner add such a channel, if that still holds. */
    async find(
      owner: Owner | undefined,
      { id: userId, clientId }: Pick<User, 'id' | 'clientId'>,
      { templateId }: ChannelAccess,
    ): Promise<Consent | undefined> {
      switch (owner?.kind) {
        case 'manager':
          return ofManagers.of(owner.id, userId, templateId);
        case 'device':
          return grantRequests.requestedAt(owner.id, userId);
        case 'application':
          return owner.id === clientId ? 'standing' : undefined;
        default:
          return undefined;
      }
    },

    /** Returns whether the owner may grant such a channel to the application. */
    async allowsApplication(
      owner: Owner | undefined,
      applicationId: string,
      { templateId }: ChannelAccess,
    ): Promise<boolean> {
      switch (owner?.kind) {
        case 'manager':
          return ofManagers.isThrough(owner.id, applicationId, templateId);
        case 'device':
          return grantRequests.isRequestedThrough(owner.id, applicationId);
        case 'application':
          return owner.id === applicationId;
        default:
          return false;
      }
    },

    /** Deletes grants that are older than any consent that still holds. */
    prune: (): Promise<void> =>
      deleteInBatches((limit) => db.write((tx) => deleteExpired(tx, clock.now() - CONSENT_MS, limit))),

    use: createUse(clock),

    granted: (deviceId: string, role: 'application' | 'user', granteeId: string) =>
      grantRequests.answer({ deviceId, role, granteeId }, 'grant'),
  };
}

/**
 * Creates the function that uses a consent for a channel. It returns false when the consent was used before.
 */
const createUse =
  (clock: Clock) =>
  async (tx: Transaction, userId: string, channelId: string, consented: number): Promise<boolean> => {
    const granted = Math.max(clock.now(), consented);
    const used = await tx
      .insertInto('pairing_grants')
      .values({ user_id: userId, channel_id: channelId, granted })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'channel_id'])
          .doUpdateSet({ granted })
          .where((eb) =>
            eb.or([
              eb('pairing_grants.granted', '<', consented),
              // A time in the future was stored before the clock was set back.
              eb('pairing_grants.granted', '>', granted),
            ]),
          ),
      )
      .returning('channel_id')
      .executeTakeFirst();
    return used !== undefined;
  };

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

/** How long a manager may put devices into a home after the person allowed it. */
const CONSENT_MS = 10 * 60_000;

type ManagerDependencies = { db: Db; clock: Clock; makerPorts: MakerPorts; openSelections: OpenSelections };

/**
 * Finds the consents to managers. One that is asked to add devices may grant only meanwhile; another one for a
 * while after the consent on the page (managers 1.5). A consent in the future is of the time before the clock
 * was set back, and does not hold: otherwise it would hold until the clock has caught up.
 */
function createManagerConsents({ db, clock, makerPorts, openSelections }: ManagerDependencies) {
  const lastConsented = prepareLastConsented(db);
  const hasConsentThrough = createConsentThrough(db);
  const period = () => ({ since: clock.now() - CONSENT_MS, now: clock.now() });

  return {
    /** Returns when the person consented; undefined when that does not hold now. */
    async of(managerId: string, userId: string, templateId: string): Promise<number | undefined> {
      const maker = await makerPorts.of(templateId);
      if (maker?.managerId !== managerId) return undefined;
      if (maker.grantsOnlyWhileAdding) return openSelections.since({ managerId, userId, templateId });
      const row = await lastConsented.get({ userId, templateId, managerId, ...period() });
      return row?.consented ?? undefined;
    },

    /** Returns whether somebody who uses the application consented, or is adding devices now. */
    async isThrough(managerId: string, applicationId: string, templateId: string): Promise<boolean> {
      const maker = await makerPorts.of(templateId);
      if (maker?.managerId !== managerId) return false;
      if (maker.grantsOnlyWhileAdding)
        return openSelections.isOpenThrough({ managerId, applicationId, templateId });
      return hasConsentThrough({ managerId, applicationId, templateId, ...period() });
    },
  };
}

function prepareLastConsented(db: Db) {
  type Wanted = { userId: string; templateId: string; managerId: string; since: number; now: number };
  return db.prepare<Wanted>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .select((eb) => eb.fn.max('consented').as('consented'))
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where('manager_id', '=', p('managerId'))
      .where('consented', '>', p('since'))
      .where('consented', '<=', p('now')),
  );
}
