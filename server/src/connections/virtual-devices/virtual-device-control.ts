import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes, NewDevice } from '../../home/home-devices/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Report } from './device.ts';
import { createDeviceReports } from './device-reports.ts';
import type { FaultName } from './faults.ts';
import type { VirtualDevices } from './virtual-devices.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  channels: Channels;
  homes: Homes;
  values: Values;
  writePath: WritePath;
  virtualDevices: VirtualDevices;
};

type NewVirtualDevice = NewDevice & { seed?: number | undefined; faults: readonly FaultName[] };
type Place = Pick<Report, 'componentId' | 'propertyId'>;

export type VirtualDeviceControl = ReturnType<typeof createVirtualDeviceControl>;

/**
 * Controls virtual devices for developers. Every method throws `not_found` for a channel without a virtual
 * device.
 */
export function createVirtualDeviceControl(dependencies: Dependencies) {
  const { db, audit, homes, virtualDevices } = dependencies;
  const { requireVirtual, report, reportAccess } = createDeviceReports(dependencies);

  return {
    ...createHolding(dependencies, report),

    /**
     * Creates a device in a user's home in one transaction. Throws `not_found` for an unknown user or
     * template.
     */
    async create(by: By, device: NewVirtualDevice): Promise<string> {
      const found = await homes.find(device);
      return db.write(async (tx) => {
        const { id } = await virtualDevices.place(tx, { ...found, name: device.name }, device);
        await audit.record(tx, {
          action: 'virtual-device.create',
          ...by,
          targetId: id,
          detail: device.userId,
        });
        return id;
      });
    },

    /** Sets the faults from now on, whichever server simulates the device. */
    async setFaults(by: By, channelId: string, faults: readonly FaultName[]): Promise<void> {
      await db.write(async (tx) => {
        await virtualDevices.instruct(tx, channelId, () => ({ faults }));
        const detail = faults.join(', ') || 'none';
        await audit.record(tx, { action: 'virtual-device.faults', ...by, targetId: channelId, detail });
      });
      await reportAccess(channelId, faults);
    },

    /** Removes the device from every home, with its channel and stored data. */
    async remove(by: By, channelId: string): Promise<void> {
      await requireVirtual(channelId);
      await db.write(async (tx) => {
        await homes.remove(tx, [channelId]);
        await audit.record(tx, { action: 'virtual-device.remove', ...by, targetId: channelId });
      });
    },
  };
}

/** Reports values, and fixes them until they are released. */
function createHolding(
  { db, audit, virtualDevices }: Dependencies,
  send: (channelId: string, report: Report) => Promise<void>,
) {
  return {
    /** Reports the value now. The simulation continues from it, unless `isHeld` fixes it. */
    async report(by: By, channelId: string, report: Report, isHeld: boolean): Promise<void> {
      await send(channelId, report);
      const { componentId, propertyId } = report;
      await db.write(async (tx) => {
        await virtualDevices.instruct(tx, channelId, ({ held }) => {
          const others = held.filter((each) => !isAt(each, report));
          const wasHeld = others.length < held.length;
          return { held: isHeld || wasHeld ? [...others, report] : others };
        });
        const detail = `${componentId}/${propertyId}`;
        await audit.record(tx, { action: 'virtual-device.report', ...by, targetId: channelId, detail });
      });
    },

    /** Lets the simulation change the value again. */
    release: (by: By, channelId: string, place: Place): Promise<void> =>
      db.write(async (tx) => {
        await virtualDevices.instruct(tx, channelId, ({ held }) => ({
          held: held.filter((each) => !isAt(each, place)),
        }));
        const detail = `${place.componentId}/${place.propertyId}`;
        await audit.record(tx, { action: 'virtual-device.release', ...by, targetId: channelId, detail });
      }),
  };
}

const isAt = (report: Place, place: Place): boolean =>
  report.componentId === place.componentId && report.propertyId === place.propertyId;
