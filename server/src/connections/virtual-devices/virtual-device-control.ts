import { ACCESS_PROPERTY } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes, NewDevice } from '../../home/homes/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Values } from '../../state/values/index.ts';
import type { WritePath } from '../../state/write-path/index.ts';
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

type NewVirtualDevice = NewDevice & { seed?: number | undefined; faults: readonly FaultName[] };
type Place = Pick<Report, 'componentId' | 'propertyId'>;

export type VirtualDeviceControl = ReturnType<typeof createVirtualDeviceControl>;

/**
 * Controls virtual devices for developers. Every method throws `not_found` for a channel without a virtual
 * device.
 */
export function createVirtualDeviceControl({
  db,
  audit,
  channels,
  homes,
  values,
  writePath,
  virtualDevices,
}: Dependencies) {
  async function partiesOf(channelId: string) {
    const parties = await channels.findChannelAccess(channelId);
    if (parties?.owner?.kind !== 'virtual') throw new Problem('not_found');
    return parties;
  }

  /** Reports a value on the same path as every device. Throws `not_found` or `invalid_value`. */
  async function say(channelId: string, { componentId, propertyId, data }: Report): Promise<void> {
    const speaker = { kind: 'client', id: channelId, clientId: channelId } as const;
    await writePath.put(speaker, await partiesOf(channelId), { channelId, componentId, propertyId }, data);
  }

  /** Reports whether the device can be reached, as its hub would do. */
  async function sayAccess(channelId: string, faults: readonly FaultName[]): Promise<void> {
    const found = await channels.find(channelId);
    const stored = await values.ofChannel(channelId);
    for (const { id: componentId } of found?.template.components ?? []) {
      const last = stored.find(
        (each) => each.componentId === componentId && each.propertyId === ACCESS_PROPERTY,
      );
      const said = last?.data ?? 'ok';
      const access = faults.includes('away')
        ? AWAY
        : said === AWAY || !faults.includes('refusing')
          ? 'ok'
          : said;
      if (access !== said) await say(channelId, { componentId, propertyId: ACCESS_PROPERTY, data: access });
    }
  }

  return {
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
      await sayAccess(channelId, faults);
    },

    /** Reports the value now. The simulation continues from it, unless `isHeld` fixes it. */
    async report(by: By, channelId: string, report: Report, isHeld: boolean): Promise<void> {
      await say(channelId, report);
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

    /** Removes the device from every home, with its channel and stored data. */
    async remove(by: By, channelId: string): Promise<void> {
      await partiesOf(channelId);
      await db.write(async (tx) => {
        await homes.remove(tx, [channelId]);
        await audit.record(tx, { action: 'virtual-device.remove', ...by, targetId: channelId });
      });
    },
  };
}

const isAt = (report: Place, place: Place): boolean =>
  report.componentId === place.componentId && report.propertyId === place.propertyId;
