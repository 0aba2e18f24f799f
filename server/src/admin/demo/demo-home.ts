import { loadDemoHome } from '@azulejo/catalog';
import type { TileIcon } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { TileGroups, Tiles } from '../../home/tiles/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  channels: Channels;
  tileGroups: TileGroups;
  tiles: Tiles;
  homes: Homes;
  templates: Templates;
  preferences: Preferences;
  writePath: WritePath;
};

/** How far grants are backdated: longer than any history that the demo has. */
const PAST_MS = 30 * 24 * 3600 * 1000;

/**
 * Returns a function that creates the areas and devices of the demo home. It returns the channel ids by the keys
 * of their devices.
 */
export function createDemoHome(dependencies: Dependencies) {
  const { db, clock, channels, tileGroups, tiles, homes, templates, writePath } = dependencies;
  const setPreferences = createSetPreferences(dependencies);
  return async function createHome(userId: string, clientId: string): Promise<Record<string, string>> {
    const home = await loadDemoHome();
    await templates.adoptAll(home.devices.map(({ template }) => template));
    const areas = new Map<string, string>();
    for (const label of home.areas) areas.set(label, (await tileGroups.create(userId, { label })).id);
    const channelIds: Record<string, string> = {};
    for (const device of home.devices) {
      const { channel, template } = await homes.addDevice({
        userId,
        templateId: device.template,
        name: device.name,
        groupId: areas.get(device.area),
      });
      const stamp = { sender: clientId, onBehalfOf: userId, cause: 'demo' };
      await nameTiles(tiles, userId, channel.id, device.tiles ?? []);
      await writePath.seedValues(template, channel.id, device.values, stamp);
      channelIds[device.key] = channel.id;
    }
    // People see values from the start of their grant, so the grants must be older than the demo's history.
    await db.write((tx) => channels.backdateGrants(tx, userId, clock.now() - PAST_MS));
    await setPreferences(userId, channelIds);
    return channelIds;
  };
}

/** Names the tiles of a device with several, in their order. */
async function nameTiles(tiles: Tiles, userId: string, channelId: string, names: readonly string[]) {
  if (names.length === 0) return;
  const own = (await tiles.ofUser(userId)).filter((tile) => tile.channelId === channelId);
  for (const [index, { id }] of own.entries()) {
    const label = names[index];
    if (label !== undefined) await tiles.update(userId, id, { label });
  }
}

/** Devices of the demo home that are favourites, in their order. */
const FAVOURITES = ['sofa-lamp', 'front-door', 'worktop-light', 'dishwasher', 'electricity-meter'];

/** The icons of what is connected to the sockets of the demo home, by device and the order of its tiles. */
const ICONS: Readonly<Record<string, readonly TileIcon[]>> = {
  'tv-and-console': ['television', 'games-console', 'speaker', 'record-player'],
  dishwasher: ['dishwasher'],
  'desk-sockets': ['computer', 'printer'],
  'washing-machine': ['washing-machine'],
};

/** Returns a function that stores favourites and icons of the demo's user, by the channels of their devices. */
function createSetPreferences({ preferences, tiles }: Pick<Dependencies, 'preferences' | 'tiles'>) {
  return async (userId: string, channelIds: Record<string, string>): Promise<void> => {
    const own = await tiles.ofUser(userId);
    const favourites = FAVOURITES.flatMap((key) => {
      const tile = own.find(({ channelId }) => channelId === channelIds[key]);
      return tile ? [tile.id] : [];
    });
    const icons = Object.entries(ICONS).flatMap(([key, names]) => {
      const shown = own.filter(({ channelId }) => channelId === channelIds[key]);
      return names.flatMap((icon, index) => (shown[index] ? [{ tile: shown[index].id, icon }] : []));
    });
    const patch = { favourites, tile_icons: icons };
    await preferences.change(userId, { api: 'modern', patch, check: () => {} });
  };
}
