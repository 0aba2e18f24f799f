import type { Transaction } from '../../database/index.ts';
import type { Channels, GrantedChannel } from '../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import type { User } from '../../identity/users/index.ts';
import type { Tiles } from '../tiles/index.ts';

/** Where and how to place a device in a home. Without a creator its channel has no owner. */
export type Placement = {
  /** Set when the channel's id was announced before. */
  channelId?: string;
  user: User;
  template: VersionedTemplate;
  name: string | undefined;
  creatorId: string | undefined;
  groupId?: string;
};

/** Adds devices to homes: their channels, the grants on them, and their tiles. */
export function createPlaceDevice({ channels, tiles }: { channels: Channels; tiles: Tiles }) {
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

  return { admit, place };
}
