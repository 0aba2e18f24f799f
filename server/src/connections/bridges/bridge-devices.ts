import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { type BridgeChannel, createBridgeChannels } from './read-models/bridge-devices.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  bus: DomainEventBus;
  channels: Channels;
  homes: Homes;
  templates: Templates;
  users: Users;
};

/** A device of a bridge to add. Without a name, its tiles have that of the channel. */
export type WantedDevice = {
  readonly id: string;
  readonly name?: string;
  readonly groupId?: string;
};

export type BridgeDevices = ReturnType<typeof createBridgeDevices>;

const PAGE_SIZE = 200;

/** Lists the devices of bridges, and adds them to homes. */
export function createBridgeDevices(dependencies: Dependencies) {
  const { db, templates } = dependencies;
  const found = createBridgeChannels(db);

  return {
    ofTemplate: found.ofTemplate,

    /** Returns a page of the devices, with their templates, and where the next one begins. */
    async list(bridgeId: string, userId: string, after = '') {
      const page = await found.page(bridgeId, userId, { after, limit: PAGE_SIZE });
      const devices: { channel: BridgeChannel; template: VersionedTemplate }[] = [];
      for (const channel of page) {
        const template = await templates.get(channel.templateId, channel.templateVersion);
        devices.push({ channel, template });
      }
      return { devices, next: page.length < PAGE_SIZE ? undefined : page.at(-1)?.id };
    },

    /**
     * Adds devices to the user's home, all or none. Returns the channels that are new there. Throws `not_found`
     * for a channel that is not the bridge's, and `quota_exceeded`.
     */
    async add(bridgeId: string, userId: string, wanted: readonly WantedDevice[]): Promise<string[]> {
      const byId = new Map(wanted.map((device) => [device.id, device]));
      const channels = await found.byIds(bridgeId, userId, [...byId.keys()]);
      const missing = [...byId.keys()].find((id) => !channels.some((channel) => channel.id === id));
      if (missing !== undefined)
        throw new ApiError('not_found', { detail: `The bridge has no device "${missing.slice(0, 64)}".` });
      const groupIds = [...new Set(wanted.flatMap(({ groupId }) => groupId ?? []))];
      const groups = await found.groupsOf(userId, groupIds);
      const unknown = groupIds.find((id) => !groups.has(id));
      if (unknown !== undefined)
        throw invalidField('group_id', `"${unknown.slice(0, 64)}" is not one of your areas or groups`);
      const due = channels.filter(({ granteeId }) => granteeId === null);
      const user = await dependencies.users.get(userId);
      const added = await admitAll(dependencies, user, due, byId);
      for (const channelId of added)
        dependencies.bus.emit('grantCreated', {
          by: bridgeId,
          channelId,
          role: 'user',
          granteeId: userId,
          requestingClientId: user.clientId,
          requesters: [],
        });
      return added;
    },
  };
}

async function admitAll(
  dependencies: Dependencies,
  user: User,
  due: readonly BridgeChannel[],
  wanted: ReadonlyMap<string, WantedDevice>,
): Promise<string[]> {
  const templates = new Map<BridgeChannel, VersionedTemplate>();
  for (const channel of due)
    templates.set(channel, await dependencies.templates.get(channel.templateId, channel.templateVersion));
  return dependencies.db.write(async (tx) => {
    const added: string[] = [];
    for (const [channel, template] of templates)
      if (await admit(dependencies, tx, { user, channel, template, wanted: wanted.get(channel.id) }))
        added.push(channel.id);
    if (added.length > 0) await dependencies.homes.requireRoom(tx, user.id);
    return added;
  });
}

type Admission = {
  user: User;
  channel: BridgeChannel;
  template: VersionedTemplate;
  wanted: WantedDevice | undefined;
};

async function admit(
  { audit, channels, homes }: Dependencies,
  tx: Transaction,
  { user, channel, template, wanted }: Admission,
): Promise<boolean> {
  const { id, templateId, templateVersion, revision } = channel;
  const through = user.clientId;
  const name = wanted?.name?.trim() || channel.name;
  await channels.grant(tx, id, { id: through, role: 'application', through });
  const granted = { id, name, templateId, templateVersion, revision, isContext: false };
  const isNew = await homes.admit(tx, user, granted, template, wanted?.groupId);
  if (isNew) await audit.record(tx, { action: 'grant.user', actorId: user.id, targetId: id });
  return isNew;
}
