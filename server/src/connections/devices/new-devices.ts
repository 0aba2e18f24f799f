import type { By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels, GrantedChannel } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Homes, NewDevice } from '../../home/home-devices/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import type { User } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashOfClaimCode, newClaimCode } from './claim-code.ts';
import { createInsertDevice } from './device-rows.ts';

const DAY_MS = 24 * 3600_000;
/** Maximum number of devices that an application manages. */
const MAX_DEVICES_PER_APPLICATION = 100_000;

export type NewDeviceClient = NewDevice & {
  namespace?: string;
  hasSingleConnection?: boolean;
};

/**
 * A device without an owner. Users of the application may claim it, or those of any application if it has
 * none.
 */
export type NewUnclaimedDevice = Omit<NewDeviceClient, 'userId' | 'groupId'> & {
  applicationId?: string;
  /** Days until the code expires; never by default. */
  claimDays?: number;
};

/** A new device with its credentials. Only a hash of the secret is stored, so it is shown once. */
export type MadeDevice = {
  client: Client;
  secret: string;
  channel: GrantedChannel;
  template: VersionedTemplate;
  user: User;
};

type Dependencies = {
  db: Db;
  clock: Clock;
  applications: Applications;
  channels: Channels;
  templates: Templates;
  homes: Homes;
};

/** Creates devices, as a whole or not at all. */
export function createNewDevices({ db, clock, applications, channels, templates, homes }: Dependencies) {
  const insertDevice = createInsertDevice(clock);

  return {
    /** Creates a device in a user's home. Throws `not_found` for an unknown user or template. */
    async create(
      { namespace, hasSingleConnection, ...device }: NewDeviceClient,
      by: By = {},
    ): Promise<MadeDevice> {
      const { user, template } = await homes.find(device);
      const name = device.name?.trim() || template.name;
      return db.write(async (tx) => {
        await requireRoom(tx, user.clientId);
        const { client, secret } = await applications.createDevice(tx, { name, namespace }, by);
        await insertDevice(tx, { clientId: client.id, applicationId: user.clientId, hasSingleConnection });
        const channel = await homes.place(tx, { user, template, name, creatorId: client.id });
        return { client, secret, channel, template, user };
      });
    },

    /** Creates a device with a claim code, which is shown once. Throws `not_found` for an unknown template. */
    async createUnclaimed(
      { namespace, hasSingleConnection, applicationId, claimDays, ...device }: NewUnclaimedDevice,
      by: By = {},
    ): Promise<Omit<MadeDevice, 'user'> & { claimCode: string }> {
      const template = await templates.adopt(device.templateId);
      const name = device.name?.trim() || template.name;
      const { claimCode, claim } = claimWithin(claimDays, clock.now());
      return db.write(async (tx) => {
        await requireRoom(tx, applicationId);
        const { client, secret } = await applications.createDevice(tx, { name, namespace }, by);
        await insertDevice(tx, { clientId: client.id, applicationId, hasSingleConnection, claim });
        const creatorId = client.id;
        const channel = await channels.create(tx, { template, name, creatorId, remoteKey: undefined });
        return { client, secret, channel, template, claimCode };
      });
    },
  };
}

/** Returns a new claim code, with what is stored of it. */
export function claimWithin(days: number | undefined, now: number) {
  const claimCode = newClaimCode();
  const expires = days === undefined ? undefined : now + days * DAY_MS;
  return { claimCode, claim: { hash: hashOfClaimCode(claimCode), expires } };
}

async function requireRoom(tx: Transaction, applicationId: string | undefined): Promise<void> {
  if (applicationId === undefined) return;
  const beyond = await tx
    .selectFrom('devices')
    .select('client_id')
    .where('application_id', '=', applicationId)
    .orderBy('created')
    .orderBy('client_id')
    .offset(MAX_DEVICES_PER_APPLICATION - 1)
    .limit(1)
    .executeTakeFirst();
  if (beyond)
    throw new ApiError('quota_exceeded', {
      detail: `An application has at most ${MAX_DEVICES_PER_APPLICATION} devices.`,
    });
}
