import { type HomeAccess, personOf } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels, GrantedChannel } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tiles } from '../tiles/index.ts';
import { createPlaceDevice } from './place-device.ts';
import { createRemoveChannels } from './remove-channels.ts';

/** A device to add. Its tiles go to the default area unless an area or a group is named. */
export type NewDevice = {
  userId: string;
  templateId: string;
  name?: string;
  groupId?: string;
};

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  users: Users;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
  bus: DomainEventBus;
  maxDevices: number;
};

export type Homes = ReturnType<typeof createHomes>;

/** Manages everything a device in a user's home consists of: its channel, the grants on it, and its tiles. */
export function createHomes(dependencies: Dependencies) {
  const { db, audit, users, templates, channels, tiles, bus, clock } = dependencies;
  /** Finds the home's user and the newest version of the template. Throws `not_found` without either. */
  async function find({ userId, templateId }: NewDevice): Promise<{
    user: User;
    template: VersionedTemplate;
  }> {
    return { user: await users.get(userId), template: await templates.adopt(templateId) };
  }

  const { place, admit } = createPlaceDevice({ channels, tiles });
  const { remove, endGrants, endGrant } = createRemoveChannels({ channels, tiles, clock });

  return {
    find,
    place,
    admit,
    requireRoom: createRequireRoom(dependencies),

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
     * Removes a tile. With the last tile of a channel the home's grant on it ends, and a channel left without
     * users and owner is deleted: known apps remove a device that way (android-app 2.4, ios-app 2.4). Throws
     * `not_found` or `forbidden`.
     */
    async removeTile(home: Pick<HomeAccess, 'id' | 'actor'>, tileId: string): Promise<void> {
      const { id: userId, actor } = home;
      const ended = await db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const { channelId, isLast } = await tiles.remove(tx, userId, tileId);
        if (!isLast) return undefined;
        const ended = await endGrant(tx, channelId, userId, personOf(home));
        await audit.record(tx, { action: 'grant.end', actorId: actor.id, targetId: channelId });
        return ended;
      });
      if (ended) bus.emit('grantEnded', ended);
    },
  };
}

/**
 * Returns a function that throws `quota_exceeded` when the home has more devices than it may, with `more` in addition.
 * A transaction that admits devices calls it afterwards, which rolls it back.
 */
const createRequireRoom =
  ({ channels, maxDevices }: Pick<Dependencies, 'channels' | 'maxDevices'>) =>
  async (reader: Db['read'] | Transaction, userId: string, more = 0): Promise<void> => {
    if ((await channels.countGrantedTo(reader, userId, maxDevices + 1)) + more > maxDevices)
      throw new ApiError('quota_exceeded', { detail: `A home has at most ${maxDevices} devices.` });
  };
