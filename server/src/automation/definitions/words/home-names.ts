import type { Names } from '@azulejo/automations/words';
import { propertiesOfType } from '@azulejo/model';
import { unitSpecOf } from '@azulejo/units';
import type { ChannelWithTemplate } from '../../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../../devices/templates/index.ts';
import type { StoredTile } from '../../../home/tiles/index.ts';

/** The names of devices, rooms, places, people and scenes of a home, by their ids. */
export type HomeNames = {
  readonly channels: ReadonlyMap<string, ChannelWithTemplate>;
  /** Keyed by channel; the tiles of a channel are in the order in which they are shown. */
  readonly tiles: ReadonlyMap<string, readonly StoredTile[]>;
  readonly rooms: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, string>;
  readonly scenes: ReadonlyMap<string, string>;
};

type Naming = {
  readonly home: HomeNames;
  readonly automations: ReadonlyMap<string, string>;
  readonly owner: { readonly id: string; readonly name: string | undefined };
  /** Returns a template with its texts in the reader's language. */
  readonly local: (template: VersionedTemplate) => VersionedTemplate;
};

/** Returns the names of a home for the sentences about it. */
export function namesOf({ home, automations, owner, local }: Naming): Names {
  const { channels, tiles, rooms, places, scenes } = home;

  /** Returns the label of the tile that shows the component, or the first one of the device. */
  function deviceName(channelId: string, component?: string): string | undefined {
    const found = channels.get(channelId);
    const own = tiles.get(channelId) ?? [];
    const shown = own.find(({ templateTile }) =>
      found?.template.tiles[templateTile]?.components.some((id) => id === component),
    );
    return (shown ?? own[0])?.label ?? found?.channel.name;
  }

  return {
    property({ channel, component, property: name }) {
      const found = channels.get(channel);
      const device = deviceName(channel, component);
      if (!found || device === undefined) return undefined;
      const { components, properties } = local(found.template);
      const type = components.find(({ id }) => id === component)?.type ?? '';
      const property = propertiesOfType(properties, type).find(({ id }) => id === name);
      return property && { device, property };
    },
    device: (channel) => deviceName(channel),
    room: (id) => rooms.get(id),
    place: (id) => places.get(id),
    person: (id) => (id === undefined || id === owner.id ? owner.name : undefined),
    scene: (id) => scenes.get(id),
    automation: (id) => automations.get(id),
    class(name) {
      for (const { template } of channels.values()) {
        const isOfClass = (className: string) => className.split('.').slice(-2).join('.') === name;
        const found = local(template).properties.find(({ classes }) => classes.some(isOfClass));
        if (found) return found;
      }
      return undefined;
    },
    unit: suffixOf,
  };
}

/** Returns the symbol of a unit with the space before it; undefined for an unknown unit. */
function suffixOf(key: string): string | undefined {
  try {
    return unitSpecOf(key).suffix;
  } catch {
    return undefined;
  }
}
