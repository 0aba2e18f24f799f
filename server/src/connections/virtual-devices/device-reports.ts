import { ACCESS_PROPERTY } from '@azulejo/contract';
import type { Channels } from '../../devices/channels/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Report } from './device.ts';
import { AWAY, type FaultName } from './faults.ts';

type Dependencies = { channels: Channels; values: Values; writePath: WritePath };

/** Reports values in the place of virtual devices. */
export function createDeviceReports({ channels, values, writePath }: Dependencies) {
  /** Returns who may access the channel. Throws `not_found` when its device is not virtual. */
  async function requireVirtual(channelId: string) {
    const found = await channels.findChannelAccess(channelId);
    if (found?.owner?.kind !== 'virtual') throw new ApiError('not_found');
    return found;
  }

  /** Reports a value on the same path as every device. Throws `not_found` or `invalid_value`. */
  async function report(channelId: string, { componentId, propertyId, data }: Report): Promise<void> {
    const actor = { kind: 'client', id: channelId, clientId: channelId } as const;
    await writePath.put(actor, await requireVirtual(channelId), { channelId, componentId, propertyId }, data);
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
