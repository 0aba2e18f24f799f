import { type DeviceRecord, toTimestamp } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import {
  createDeviceDirectory,
  type DeviceChannelRow,
  type DeviceQuery,
  type DeviceRow,
} from './read-models/device-directory.ts';

type Dependencies = { db: Db; clock: Clock; templates: Templates; connectedClients: ConnectedClients };

/** A device on the wire, with the application that manages it. */
export type ManagedDevice = {
  record: DeviceRecord;
  application: { id: string; name: string } | undefined;
};

/** Lists devices for those who manage them: operators all, an application its own. */
export function createDeviceRecords({ db, clock, templates, connectedClients }: Dependencies) {
  const find = createDeviceDirectory(db);

  /** Returns a device as an application sees it: without users of other applications. */
  async function toManaged(device: ListedDevice, viewer: string | undefined): Promise<ManagedDevice> {
    const isVisible = viewer === undefined || device.userApplicationId === viewer;
    const [first] = device.channels;
    const record = toDeviceRecord(isVisible ? device : { ...device, userId: null }, {
      now: clock.now(),
      isConnected: connectedClients.has(device.id),
      template: first && (await templates.get(first.templateId, first.templateVersion)),
    });
    const { applicationId: id, applicationName: name } = device;
    return { record, application: id === null ? undefined : { id, name: name ?? '' } };
  }

  async function list(query: DeviceQuery): Promise<{ devices: ManagedDevice[]; next: string | null }> {
    const { devices, next } = await find(query, clock.now());
    const managed = await Promise.all(devices.map((each) => toManaged(each, query.applicationId)));
    return { devices: managed, next: next ?? null };
  }

  return {
    list,

    /** Returns the device; with `applicationId`, only if that application manages it. Throws `not_found`. */
    async get(clientId: string, applicationId?: string): Promise<ManagedDevice> {
      const { devices } = await list({ clientId, applicationId, limit: 1 });
      if (!devices[0]) throw new ApiError('not_found');
      return devices[0];
    },
  };
}

export type DeviceRecords = ReturnType<typeof createDeviceRecords>;

type ListedDevice = DeviceRow & { channels: readonly DeviceChannelRow[] };

type Extras = { now: number; isConnected: boolean; template: VersionedTemplate | undefined };

const orNull = (time: number | null): string | null => (time === null ? null : toTimestamp(time));

/** Maps a device to the wire, without its application, which only operators see. */
function toDeviceRecord(device: ListedDevice, { now, isConnected, template }: Extras): DeviceRecord {
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
