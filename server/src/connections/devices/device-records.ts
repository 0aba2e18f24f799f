import type { DeviceRecord } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import { type ListedDevice, toDeviceRecord } from './device-wire.ts';
import { createDeviceDirectory, type DeviceQuery } from './read-models/device-directory.ts';

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
