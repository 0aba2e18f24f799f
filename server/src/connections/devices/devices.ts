import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels, GrantedChannel } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Homes, NewDevice } from '../../home/homes/index.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import type { User } from '../../people/users/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Makers } from '../makers/index.ts';

export type NewDeviceClient = NewDevice & { namespace?: string | undefined };

/** A new device with its credentials. Only a hash of the secret is stored, so it is shown once. */
export type MadeDevice = {
  client: Client;
  secret: string;
  channel: GrantedChannel;
  template: VersionedTemplate;
  user: User;
};

export type Device = { client: Client; channels: { id: string; name: string }[] };

/**
 * Number of channels removed in one transaction, which takes a few milliseconds. A device usually has one.
 */
const CHANNELS_BATCH_SIZE = 10;
/** Maximum number of channels of a device. A hub owns the channels of the devices behind it. */
const MAX_CHANNELS_PER_DEVICE = 1_000;

export type Devices = ReturnType<typeof createDevices>;

type Dependencies = {
  db: Db;
  audit: Audit;
  applications: Applications;
  templates: Templates;
  channels: Channels;
  homes: Homes;
  makers: Makers;
  maxChannelsPerManager: number;
};

/** Manages devices with credentials of their own: each is a client that owns the channels it created. */
export function createDevices(dependencies: Dependencies) {
  const { db, audit, applications, templates, channels, homes, makers, maxChannelsPerManager } = dependencies;

  /** Throws `not_found` unless the client is a device. */
  async function get(idOrNamespace: string): Promise<Client> {
    const client = await applications.find(idOrNamespace);
    if (client?.kind === 'device') return client;
    throw new Problem('not_found', { detail: `There is no device "${idOrNamespace}".` });
  }

  async function channelsOf(clientId: string): Promise<Device['channels']> {
    return db.read
      .selectFrom('channels')
      .select(['id', 'name'])
      .where('creator_id', '=', clientId)
      .orderBy('created')
      .orderBy('id')
      .execute();
  }

  /** Returns why the client may not create another channel of the template; undefined when it may. */
  async function refusalOf(creatorId: string, templateId: string): Promise<Problem | undefined> {
    const creator = await applications.findById(creatorId);
    if (creator?.kind === 'manager' && (await makers.of(templateId)) !== creatorId)
      return new Problem('not_granted', {
        detail: 'This kind of device is not assigned to this manager: the operator of the platform does so.',
      });
    const most = creator?.kind === 'manager' ? maxChannelsPerManager : MAX_CHANNELS_PER_DEVICE;
    if ((await channels.countMadeBy(creatorId, most)) < most) return undefined;
    return new Problem('quota_exceeded', { detail: `This client may have at most ${most} channels.` });
  }

  return {
    get,
    channelsOf,

    /**
     * Creates client, channel, grants and tiles in one transaction. Throws `not_found` for an unknown user or
     * template.
     */
    async create({ namespace, ...device }: NewDeviceClient): Promise<MadeDevice> {
      const { user, template } = await homes.find(device);
      const name = device.name?.trim() || template.name;
      return db.write(async (tx) => {
        const { client, secret } = await applications.createDevice(tx, { name, namespace });
        const channel = await homes.place(tx, { user, template, name, creatorId: client.id });
        return { client, secret, channel, template, user };
      });
    },

    /**
     * Creates a channel, which the device or manager still has to grant, or returns the one that it created
     * before with the same `remoteKey`. Throws `not_granted` when the template is assigned to another
     * manager, and `quota_exceeded`.
     */
    async createChannel(
      creatorId: string,
      input: { templateId: string; name: string | undefined; remoteKey: string | undefined },
    ): Promise<string> {
      const template = await templates.getLatest(input.templateId);
      const { remoteKey } = input;
      const name = input.name?.trim() || template.name;
      const refusal = await refusalOf(creatorId, template.id);
      return db.write(async (tx) => {
        const known =
          remoteKey === undefined ? undefined : await channels.findByRemoteKey(tx, creatorId, remoteKey);
        if (known !== undefined) return known;
        if (refusal) throw refusal;
        return (await channels.create(tx, { template, name, creatorId, remoteKey })).id;
      });
    },

    async rotateSecret(idOrNamespace: string) {
      const { id } = await get(idOrNamespace);
      return applications.rotateSecret(id);
    },

    /** Returns one user's devices in the order of their creation, or all devices without a user. */
    async list(userId?: string): Promise<Device[]> {
      let query = db.read
        .selectFrom('channels')
        .innerJoin('clients', 'clients.id', 'channels.creator_id')
        .select(['clients.id as clientId', 'channels.id', 'channels.name'])
        .where('clients.kind', '=', 'device')
        .where('clients.state', '<>', 'removed');
      if (userId !== undefined) {
        query = query
          .innerJoin('grants', 'grants.channel_id', 'channels.id')
          .where('grants.grantee_id', '=', userId)
          .where('grants.role', '=', 'user');
      }
      const rows = await query.orderBy('clients.created').orderBy('clients.id').execute();
      const devices = Map.groupBy(rows, ({ clientId }) => clientId);
      return Promise.all(
        [...devices].map(async ([id, made]) => ({
          client: await get(id),
          channels: made.map((channel) => ({ id: channel.id, name: channel.name })),
        })),
      );
    },

    /**
     * Removes the device and its channels from every home that showed them; its tokens end at once. The next
     * `removal.sweep` deletes the stored data and any channels beyond the first batch.
     */
    async remove(idOrNamespace: string): Promise<Device> {
      const client = await get(idOrNamespace);
      const made = await channelsOf(client.id);
      const ids = made.slice(0, CHANNELS_BATCH_SIZE).map(({ id }) => id);
      await db.write(async (tx) => {
        await homes.remove(tx, ids);
        await applications.markDevicesRemoved(tx, [client.id]);
        await audit.record(tx, { action: 'device.remove', targetId: client.id });
      });
      return { client, channels: made };
    },
  };
}
