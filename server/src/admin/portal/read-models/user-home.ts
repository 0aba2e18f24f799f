import { type PortalUserHome, toTimestamp } from '@azulejo/contract';
import { type Channels, type ChannelUrls, toWireChannel } from '../../../devices/channels/index.ts';
import { createVisibleTiles, type TileGroups, type Tiles, toWireGroup } from '../../../home/tiles/index.ts';
import type { Values } from '../../../telemetry/values/index.ts';

type Dependencies = {
  channels: Channels;
  tiles: Tiles;
  tileGroups: TileGroups;
  values: Values;
  urls: ChannelUrls;
};

/** Reads a home as its user sees it. */
export function createUserHome({ channels, tiles, tileGroups, values, urls }: Dependencies) {
  const visibleTiles = createVisibleTiles({ channels, tiles, picture: urls.picture });
  return async function userHome(userId: string): Promise<PortalUserHome> {
    const { shown } = await visibleTiles({ id: userId, pathId: userId }, { withContext: false });
    const { channels: granted } = await channels.grantedTo(userId);
    const groups = await tileGroups.ofUser(userId);
    const wireValues: PortalUserHome['values'] = [];
    for await (const rows of values.pagesOf({ role: 'user', id: userId }))
      for (const row of rows)
        wireValues.push({
          channel: row.channel_id,
          component: row.component_id,
          property: row.property_id,
          data: JSON.parse(row.data_json),
          timestamp: toTimestamp(row.timestamp),
        });
    return {
      tiles: shown,
      groups: groups.filter(({ isContext }) => !isContext).map((each) => toWireGroup(each, groups, userId)),
      channels: granted
        .filter(({ channel }) => !channel.isContext)
        .map(({ channel, template }) => toWireChannel(channel, template, userId, urls)),
      values: wireValues,
    };
  };
}
