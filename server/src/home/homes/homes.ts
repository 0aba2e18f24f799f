import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus, EndedGrant } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels, GrantedChannel } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { User, Users } from '../../people/users/index.ts';
import { raiseHomeRevision, type Tiles } from '../tiles/index.ts';
import { createRemoveChannels } from './remove-channels.ts';

/** A device to add. Its tiles go to the default area unless an area or a group is named. */
export type NewDevice = {
  userId: string;
  templateId: string;
  name?: string | undefined;
  groupId?: string | undefined;
};

/** Where and how to place a device in a home. Without a creator its channel has no owner. */
export type Placement = {
  /** Set when the channel's id was announced before. */
  channelId?: string | undefined;
  user: User;
  template: VersionedTemplate;
  name: string | undefined;
  creatorId: string | undefined;
  groupId?: string | undefined;
};

export type Homes = ReturnType<typeof createHomes>;

/** Manages everything a device in a user's home consists of: its channel, the grants on it, and its tiles. */
export function createHomes({
  db,
  audit,
  users,
  templates,
  channels,
  tiles,
  bus,
}: {
  db: Db;
  audit: Audit;
  users: Users;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
  bus: DomainEventBus;
}) {
  /** Finds the home's user and the newest version of the template. Throws `not_found` without either. */
  async function find({ userId, templateId }: NewDevice): Promise<{
    user: User;
    template: VersionedTemplate;
  }> {
    return { user: await users.get(userId), template: await templates.getLatest(templateId) };
  }

  /** Adds the user's grant and tiles, unless the user holds the grant already. Returns whether it is new. */
  async function admit(
    tx: Transaction,
    user: { id: string; clientId: string },
    channel: GrantedChannel,
    template: VersionedTemplate,
    groupId?: string,
  ): Promise<boolean> {
    const grantee = { id: user.id, role: 'user', through: user.clientId } as const;
    if (!(await channels.grant(tx, channel.id, grantee))) return false;
    await tiles.addForChannel(tx, { userId: user.id, groupId }, channel, template);
    await raiseHomeRevision(tx, user.id);
    return true;
  }

  async function place(
    tx: Transaction,
    { channelId, user, template, name, creatorId, groupId }: Placement,
  ): Promise<GrantedChannel> {
    const channel = await channels.create(tx, {
      id: channelId,
      template,
      name: name?.trim() || template.name,
      creatorId,
      remoteKey: undefined,
    });
    const through = user.clientId;
    await channels.grant(tx, channel.id, { id: through, role: 'application', through });
    await admit(tx, user, channel, template, groupId);
    return channel;
  }

  const { remove, endGrants } = createRemoveChannels({ channels, tiles });

  /**
   * Ends the grant of a user who has no tile of the channel left. A channel without users and creator is
   * removed; one that stays with its creator loses what it stored until now (decision 0045). Returns the
   * event for the creator.
   */
  async function endGrant(
    tx: Transaction,
    channelId: string,
    userId: string,
  ): Promise<EndedGrant | undefined> {
    const { left, owner, through } = await channels.endGrant(tx, channelId, userId);
    if (left === 'abandoned') await remove(tx, [channelId]);
    if (left === 'without-users') await channels.startPeriod(tx, channelId);
    return owner && { owner, channelId, userId, clientId: through };
  }

  return {
    find,
    place,
    admit,

    /** Adds a device, as a whole or not at all. Throws `not_found` for an unknown user or template. */
    async addDevice(
      device: NewDevice,
    ): Promise<{ user: User; channel: GrantedChannel; template: VersionedTemplate }> {
      const found = await find(device);
      const channel = await db.write((tx) =>
        place(tx, { ...found, name: device.name, creatorId: undefined, groupId: device.groupId }),
      );
      return { ...found, channel };
    },

    remove,
    endGrants,
    endGrant,

    /**
     * Removes a tile. With the last tile of a channel the user's grant on it ends, and a channel left without
     * users and owner is deleted: known apps remove a device that way (android-app 2.4, ios-app 2.4). Throws
     * `not_found` or `forbidden`.
     */
    async removeTile(userId: string, tileId: string): Promise<void> {
      const ended = await db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const { channelId, isLast } = await tiles.remove(tx, userId, tileId);
        if (!isLast) return undefined;
        const ended = await endGrant(tx, channelId, userId);
        await audit.record(tx, { action: 'grant.end', actorId: userId, targetId: channelId });
        return ended;
      });
      if (ended) bus.emit('grantEnded', ended);
    },
  };
}
