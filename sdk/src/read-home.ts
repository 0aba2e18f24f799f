import { valueKey } from '@azulejo/model';
import type { Resources } from './api/resources.generated.ts';
import type { Channel, Tile } from './api/types.generated.ts';
import type { CallOptions } from './call.ts';
import type { Values } from './rendering/values.ts';

/** A tile with all that `renderTile` needs to draw it. */
export interface HomeTile {
  /** How one part of a device is drawn. */
  tile: Tile;
  /** The device. */
  channel: Channel;
  /** The last values of the device, by `valueKey(componentId, propertyId)`. Tiles of one device share them. */
  values: Values;
}

/** The input of `readHome`. */
export interface ReadHomeInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** Reads the tiles of a home, in display order, with their devices and last values: three requests. */
export type ReadHome = (input?: ReadHomeInput, options?: CallOptions) => Promise<HomeTile[]>;

type Lists = Pick<Resources, 'tiles' | 'channels' | 'values'>;

export function createReadHome({ tiles, channels, values }: Lists): ReadHome {
  return async (input = {}, options) => {
    const [tileList, channelList, valueList] = await Promise.all([
      tiles.list({ ...input, include: 'context' }, options),
      channels.list({ ...input, include: 'context' }, options),
      values.list(input, options),
    ]);
    const devices = new Map(
      channelList.channels.map((channel) => [channel.id, { channel, values: new Map<string, unknown>() }]),
    );
    for (const { channel, component, property, data } of valueList.elements)
      devices.get(channel)?.values.set(valueKey(component, property), data);
    return tileList.tiles.flatMap((tile) => {
      const device = devices.get(tile.channel);
      // A device that was added or removed between the requests is in only one of the lists.
      return device ? [{ tile, ...device }] : [];
    });
  };
}
