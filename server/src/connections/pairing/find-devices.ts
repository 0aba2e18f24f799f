import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceRequest } from '../makers/index.ts';
import type { Found, FoundDevices } from './found-devices.ts';
import type { Offer } from './offer.ts';
import type { Tickets } from './tickets.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  offer: Offer;
  found: FoundDevices;
  tickets: Tickets;
};

/** Finds the devices that a user can add. */
export function createFinding({ db, clock, offer, found, tickets }: Dependencies) {
  return {
    /** Returns the devices as they were last listed, at most an hour ago. */
    async found({ userId, templateId }: Omit<DeviceRequest, 'applicationId'>): Promise<Found[]> {
      const { managerId } = await offer.makerOf(templateId);
      return found.list({ userId, templateId, managerId });
    },

    /**
     * Asks the maker for the devices, if the user authorized it in the last hour. A maker that does not know
     * the user any more is not asked again before the user has authorized it again (managers 4.2).
     */
    async find(request: DeviceRequest): Promise<Found[]> {
      const { userId, templateId } = request;
      const maker = await offer.makerOf(templateId);
      const scope = { userId, templateId, managerId: maker.managerId };
      if (!maker.list || !(await tickets.lastReceived(userId, templateId, maker.managerId)))
        return found.list(scope);
      const began = clock.now();
      const listed = await maker.list(request);
      await db.write(async (tx) => {
        if (!listed) await tickets.forgetReceived(tx, scope, began);
        await found.replace(tx, scope, listed ?? [], { keepsIds: true });
      });
      return found.list(scope);
    },

    /** Returns whether the user authorized the maker so recently that what was found is still stored. */
    async isAuthorized(userId: string, templateId: string): Promise<boolean> {
      const { managerId } = await offer.makerOf(templateId);
      return (await tickets.lastReceived(userId, templateId, managerId)) !== undefined;
    },
  };
}
