import type { Db, Transaction } from '../../database/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Channels, GrantedChannel } from '../channels/index.ts';
import type { Templates, VersionedTemplate } from '../templates/index.ts';
import { raiseHomeRevision, type Tiles } from '../tiles/index.ts';
import type { User, Users } from '../users/index.ts';

/** Its tiles stand in the default area unless an area or a group is named. */
export type NewDevice = {
  userId: string;
  templateId: string;
  name?: string | undefined;
  groupId?: string | undefined;
};

/** A device to be put into a home. Without a creator nobody stands behind its channel. */
export type Placement = {
  /** Where it was promised before. */
  channelId?: string | undefined;
  user: User;
  template: VersionedTemplate;
  name: string | undefined;
  creatorId: string | undefined;
  groupId?: string | undefined;
};

export type Homes = ReturnType<typeof createHomes>;

/** What it takes for a device to stand in a person's home: its channel, the grants on it, and its tiles. */
export function createHomes({
  db,
  audit,
  users,
  templates,
  channels,
  tiles,
}: {
  db: Db;
  audit: Audit;
  users: Users;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
}) {
  /** Whose home, and the newest version of the template. Throws `not_found` for either. */
  async function find({ userId, templateId }: NewDevice): Promise<{
    user: User;
    template: VersionedTemplate;
  }> {
    return { user: await users.get(userId), template: await templates.getLatest(templateId) };
  }

  /** The user's grant and tiles. One who holds the grant already keeps the tiles as they are. Answers whether the grant is new. */
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

  /** Takes channels away, with all that hangs on them, and says so to the homes that showed them. */
  async function remove(tx: Transaction, channelIds: readonly string[]): Promise<void> {
    if (channelIds.length === 0) return;
    const holders = await tx
      .selectFrom('grants')
      .select('grantee_id as id')
      .distinct()
      .where('channel_id', 'in', channelIds)
      .where('role', '=', 'user')
      .orderBy('grantee_id')
      .execute();
    await tiles.leaveGroups(tx, channelIds);
    await tx.deleteFrom('channels').where('id', 'in', channelIds).execute();
    for (const { id } of holders) await raiseHomeRevision(tx, id);
  }

  return {
    find,
    place,
    admit,

    /** All of it or nothing. Throws `not_found` for an unknown user or template. */
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

    /**
     * Takes a tile away; with the last one of a channel the user's grant on it ends, and a channel that nobody
     * needs is deleted: known apps remove a device so (android-app 2.4, ios-app 2.4). Throws `not_found`, or `forbidden`.
     */
    removeTile: (userId: string, tileId: string): Promise<void> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const { channelId, isLast } = await tiles.remove(tx, userId, tileId);
        if (!isLast) return;
        await channels.endGrant(tx, channelId, userId);
        await audit.record(tx, { action: 'grant.end', actorId: userId, targetId: channelId });
        if (await channels.isAbandoned(tx, channelId)) await remove(tx, [channelId]);
      }),
  };
}
