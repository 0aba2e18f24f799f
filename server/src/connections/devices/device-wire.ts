import { type DeviceRecord, toTimestamp } from '@azulejo/contract';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { DeviceChannelRow, DeviceRow } from './read-models/device-directory.ts';

export type ListedDevice = DeviceRow & { channels: readonly DeviceChannelRow[] };

type Extras = { now: number; isConnected: boolean; template: VersionedTemplate | undefined };

const orNull = (time: number | null): string | null => (time === null ? null : toTimestamp(time));

/** Maps a device to the wire, without its application, which only operators see. */
export function toDeviceRecord(device: ListedDevice, { now, isConnected, template }: Extras): DeviceRecord {
  const { previousSecretExpires: previous } = device;
  return {
    client_id: device.id,
    name: device.name,
    namespace: device.namespace,
    state: device.state === 'enabled' ? 'enabled' : 'disabled',
    is_connected: isConnected,
    single_connection: device.single === 1,
    user:
      device.userId === null
        ? null
        : { id: device.userId, email: device.userEmail ?? '', name: device.userName ?? '' },
    channels: device.channels.map(({ id, name }) => ({ id, name })),
    template: template
      ? { id: template.id, name: template.name, vendor: template.vendor, model: template.model }
      : null,
    claim: claimOf(device, now),
    claim_expires: orNull(device.claimExpires),
    claimed: orNull(device.claimed),
    previous_secret_expires: previous !== null && previous > now ? toTimestamp(previous) : null,
    created: toTimestamp(device.created),
  };
}

function claimOf({ claimHash, claimExpires, claimed }: DeviceRow, now: number): DeviceRecord['claim'] {
  if (claimHash !== null) return claimExpires === null || claimExpires > now ? 'open' : 'expired';
  return claimed === null ? 'none' : 'used';
}
