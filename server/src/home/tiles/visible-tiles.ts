import type { Tile } from '@azulejo/contract';
import type { NamedHome } from '../../core/access/index.ts';
import { type Channels, type ChannelWithTemplate, hasFlag } from '../../devices/channels/index.ts';
import { propertiesOf, toWireTile } from './tile.ts';
import type { Tiles } from './tiles.ts';

export type TileFilter = {
  type?: Parameters<typeof hasFlag>[1];
  exclude?: ReadonlySet<string>;
  /**
   * False for requests that did not ask for it: known apps show every tile they receive on their first page,
   * which must not show the user's own context (android-app 3, ios-app 3).
   */
  withContext: boolean;
};

type Dependencies = { channels: Channels; tiles: Tiles; picture: (name: string) => string };

/** Returns the tiles of a home, those of its owner's context last. */
export function createVisibleTiles({ channels, tiles, picture }: Dependencies) {
  return async (
    { id: homeId, pathId }: NamedHome,
    { type, exclude, withContext }: TileFilter,
  ): Promise<{ shown: Tile[]; validUntil: number }> => {
    const { channels: granted, validUntil } = await channels.grantedTo(homeId);
    const byId = new Map(granted.map((each) => [each.channel.id, each]));
    const isShown = ({ channel }: ChannelWithTemplate) => withContext || !channel.isContext;
    const shown = (await tiles.ofUser(homeId)).flatMap((tile): Tile[] => {
      // A tile whose channel is not in the channel list is not sent, because apps drop it anyway (android-app
      // 2.4).
      const found = byId.get(tile.channelId);
      if (!found || !isShown(found) || exclude?.has(tile.id)) return [];
      const wire = toWireTile(tile, found, pathId, picture);
      if (!wire) return [];
      if (type === undefined) return [wire];
      return propertiesOf(wire, found.template).some((property) => hasFlag(property, type)) ? [wire] : [];
    });
    const isOwn = ({ kind }: Tile) => kind === 'context';
    return { shown: [...shown.filter((tile) => !isOwn(tile)), ...shown.filter(isOwn)], validUntil };
  };
}

export type VisibleTiles = ReturnType<typeof createVisibleTiles>;
