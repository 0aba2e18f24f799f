import { ACCESS_PROPERTY } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes, NewDevice } from '../../home/home-devices/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Report } from './device.ts';
import { AWAY, type FaultName } from './faults.ts';
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

type NewVirtualDevice = NewDevice & { seed?: number; faults: readonly FaultName[] };
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

type DeviceReportsDependencies = { channels: Channels; values: Values; writePath: WritePath };

/** Reports values in the place of virtual devices. */
function createDeviceReports({ channels, values, writePath }: DeviceReportsDependencies) {
  /** Returns who may access the channel. Throws `not_found` when its device is not virtual. */
  async function requireVirtual(channelId: string) {
    const found = await channels.findChannelAccess(channelId);
    if (found?.owner?.kind !== 'virtual') throw new ApiError('not_found');
    return found;
  }

  /** Reports a value on the same path as every device. Throws `not_found` or `invalid_value`. */
  async function report(channelId: string, { componentId, propertyId, data }: Report): Promise<void> {
    const actor = { kind: 'client', id: channelId, clientId: channelId } as const;
    const channel = { ...(await requireVirtual(channelId)), rights: 'all' } as const;
    await writePath.put(actor, channel, { channelId, componentId, propertyId }, data);
  }

  /** Reports whether the device can be reached, as its hub would do. */
  async function reportAccess(channelId: string, faults: readonly FaultName[]): Promise<void> {
    const found = await channels.find(channelId);
    const stored = await values.ofChannel(channelId);
    for (const { id: componentId } of found?.template.components ?? []) {
      const last = stored.find(
        (each) => each.componentId === componentId && each.propertyId === ACCESS_PROPERTY,
      );
      const reported = last?.data ?? 'ok';
      const access = faults.includes('away')
        ? AWAY
        : reported === AWAY || !faults.includes('refusing')
          ? 'ok'
          : reported;
      if (access !== reported)
        await report(channelId, { componentId, propertyId: ACCESS_PROPERTY, data: access });
    }
  }

  return { requireVirtual, report, reportAccess };
}
