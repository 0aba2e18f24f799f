import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Device } from './device-reads.ts';
import { claimWithin } from './new-devices.ts';
import { hasUser } from './read-models/claimable-device.ts';

/** Undefined fields stay unchanged. */
export type DeviceChanges = {
  name?: string;
  state?: Client['state'];
  hasSingleConnection?: boolean;
};

/**
 * Number of channels removed in one transaction, which takes a few milliseconds. A device usually has one.
 */
const CHANNELS_BATCH_SIZE = 10;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  homes: Homes;
  /** Throws `not_found`. */
  get: (idOrNamespace: string) => Promise<Client>;
  channelsOf: (clientId: string) => Promise<Device['channels']>;
};

/** Changes and removes devices. Each function throws `not_found`. */
export function createDeviceChanges(dependencies: Dependencies) {
  const { db, applications, get } = dependencies;
  return {
    /** Updates a device. Disabling it ends its tokens, and its connections within seconds. */
    async update(idOrNamespace: string, changes: DeviceChanges, by: By = {}): Promise<Client> {
      const { id } = await get(idOrNamespace);
      const { hasSingleConnection, ...ofClient } = changes;
      return db.write(async (tx) => {
        if (hasSingleConnection !== undefined)
          await tx
            .updateTable('devices')
            .set({ single_connection: hasSingleConnection ? 1 : 0 })
            .where('client_id', '=', id)
            .execute();
        return applications.updateDevice(tx, id, ofClient, { ...by, detail: detailOf(changes) });
      });
    },

    /** Rotates the secret. The previous one works for another day, unless the rotation `isImmediate`. */
    async rotateSecret(idOrNamespace: string, by: By = {}, isImmediate = false) {
      const { id } = await get(idOrNamespace);
      return applications.rotateSecret(id, by, isImmediate);
    },

    newClaimCode: createNewClaimCode(dependencies),

    remove: createRemove(dependencies),
  };
}

const detailOf = ({ state, ...others }: DeviceChanges): string =>
  [
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : name)),
    ...(state === undefined ? [] : [state]),
  ].join(', ');

/** Returns a function that replaces the claim code. Throws `in_use` when a person has the device. */
function createNewClaimCode({ db, clock, audit, get }: Dependencies) {
  return async (idOrNamespace: string, days: number | undefined, by: By = {}): Promise<string> => {
    const { id } = await get(idOrNamespace);
    const now = clock.now();
    const { claimCode, claim } = claimWithin(days, now);
    await db.write(async (tx) => {
      if (await hasUser(tx, id, now))
        throw new ApiError('in_use', { detail: 'A person has this device. They must remove it first.' });
      await tx
        .updateTable('devices')
        .set({ claim_hash: claim.hash, claim_expires: claim.expires ?? null })
        .where('client_id', '=', id)
        .execute();
      await audit.record(tx, { ...by, action: 'device.claim-code', targetId: id });
    });
    return claimCode;
  };
}

/**
 * Returns a function that removes a device and its channels from every home that showed them; its tokens end
 * immediately. The next `removal.sweep` deletes the stored data and any channels beyond the first batch.
 */
function createRemove({ db, audit, applications, homes, get, channelsOf }: Dependencies) {
  return async (idOrNamespace: string, by: By = {}): Promise<Device> => {
    const client = await get(idOrNamespace);
    const made = await channelsOf(client.id);
    const ids = made.slice(0, CHANNELS_BATCH_SIZE).map(({ id }) => id);
    await db.write(async (tx) => {
      await homes.remove(tx, ids);
      await applications.markDevicesRemoved(tx, [client.id]);
      await audit.record(tx, { ...by, action: 'device.remove', targetId: client.id });
    });
    return { client, channels: made };
  };
}
