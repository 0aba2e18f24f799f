import type { HomeFacts, PropertyFacts, SceneWrites } from '@azulejo/automations';
import { type Address, addressKey } from '@azulejo/model';
import type { Channels, ChannelWithTemplate } from '../../../devices/channels/index.ts';
import { hasPosition, type Places } from '../../../home/places/index.ts';
import type { StoredTile, TileGroups, Tiles } from '../../../home/tiles/index.ts';
import type { HomeTime } from '../../../home/time-zone/index.ts';
import { type Scenes, writtenOf } from '../../scenes/index.ts';
import type { HomeNames } from '../words/home-names.ts';
import type { createPropertyFacts } from './property-facts.ts';

type Dependencies = {
  channels: Pick<Channels, 'grantedTo'>;
  tiles: Pick<Tiles, 'ofUser'>;
  tileGroups: Pick<TileGroups, 'ofUser'>;
  places: Pick<Places, 'list'>;
  scenes: Pick<Scenes, 'list'>;
  homeTime: Pick<HomeTime, 'of'>;
  factsOfTemplate: ReturnType<typeof createPropertyFacts>;
};

export type KnownHome = {
  readonly facts: Omit<HomeFacts, 'automations'>;
  readonly sceneWrites: SceneWrites;
  readonly names: HomeNames;
  readonly time: { readonly zone: string; readonly latitude?: number; readonly longitude?: number };
  /** When a grant on one of the devices ends, so that the device is no longer part of the home. */
  readonly validUntil: number;
};

/** Homes have some hundred properties. This only bounds what one home takes. */
const MAX_PROPERTIES = 20_000;

/** The property of the context channel that says at which place the user is. */
const PLACE = { component: 'location', property: 'place' } as const;

/** Returns a function that reads what compiling automations must know of a user's home, in six queries. */
export function createHomeFacts(dependencies: Dependencies) {
  const { channels, tiles, tileGroups, places, scenes, homeTime, factsOfTemplate } = dependencies;

  const propertiesOf = (
    granted: readonly ChannelWithTemplate[],
    rooms: ReadonlyMap<string, readonly string[]>,
  ) =>
    granted
      // Reports of phones are not in the log that automations follow.
      .filter(({ channel }) => !channel.isContext)
      .flatMap(({ channel, template }) =>
        factsOfTemplate(template).map(
          (each): PropertyFacts => ({ ...each, channel: channel.id, rooms: rooms.get(channel.id) ?? [] }),
        ),
      )
      .slice(0, MAX_PROPERTIES);

  return async (userId: string): Promise<KnownHome> => {
    const [{ channels: granted, validUntil }, placed, groups, known, played] = await Promise.all([
      channels.grantedTo(userId),
      tiles.ofUser(userId),
      tileGroups.ofUser(userId),
      places.list(userId),
      scenes.list(userId),
    ]);
    const tilesOf = Map.groupBy(placed, ({ channelId }) => channelId);
    const rooms = roomsOf(tilesOf, groups);
    const { timezone, source, position } = await homeTime.of(userId, known);
    return {
      facts: {
        owner: userId,
        properties: new Map(propertiesOf(granted, rooms).map((each) => [addressKey(each), each])),
        people: new Map(presenceOf(granted).map((address) => [userId, address])),
        places: new Set(
          known.filter((place) => hasPosition(place) || place.wifi.length > 0).map(({ id }) => id),
        ),
        scenes: new Set(played.map(({ id }) => id)),
        hasZone: source !== 'server',
        hasPosition: position !== undefined,
      },
      sceneWrites: new Map(
        played.map(({ id, settings }) => [
          id,
          settings.map((setting) => ({ key: addressKey(setting), value: writtenOf(setting) })),
        ]),
      ),
      names: {
        channels: new Map(granted.map((each) => [each.channel.id, each])),
        tiles: tilesOf,
        rooms: new Map(groups.map(({ id, label }) => [id, label])),
        places: new Map(known.map(({ id, name }) => [id, name])),
        scenes: new Map(played.map(({ id, label }) => [id, label])),
      },
      time: { zone: timezone, ...position },
      validUntil,
    };
  };
}

/** Returns the tile groups of each channel, with the areas in which they are. */
function roomsOf(
  tiles: ReadonlyMap<string, readonly StoredTile[]>,
  groups: readonly { readonly id: string; readonly parentId: string | null }[],
): ReadonlyMap<string, readonly string[]> {
  const areaOf = new Map(groups.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    [...tiles].map(([channel, own]) => {
      const ids = own.flatMap((tile) => tile.groups.flatMap((id) => [id, areaOf.get(id)]));
      return [channel, [...new Set(ids.filter((id) => typeof id === 'string'))]];
    }),
  );
}

const presenceOf = (granted: readonly ChannelWithTemplate[]): Address[] =>
  granted.flatMap(({ channel, template }) =>
    channel.isContext && template.properties.some(({ id }) => id === PLACE.property)
      ? [{ channel: channel.id, ...PLACE }]
      : [],
  );
