import type { Channel, Shown, Slot, Tile, TileGroup } from './home-parts.ts';
import { requireThat } from './rules.ts';

/**
 * Returns the values of a tile, each bound to the first component of its type and to the channel's property
 * of such components. Throws Unreadable for values that both apps drop or cannot bind (android-app 2.4,
 * ios-app 5.1).
 */
function slotsOf(tile: Tile, channel: Channel, at: string): Slot[] {
  const slot = (shown: Shown, isAction: boolean): Slot => {
    const component = tile.components.find(({ type }) => type === shown.componentType);
    requireThat(component !== undefined, at, `no component is of type "${shown.componentType}"`);
    const property = channel.properties.find(
      ({ id, components }) => id === shown.property && components.includes(shown.componentType),
    );
    requireThat(property !== undefined, at, `the channel has no property "${shown.property}" there`);
    return { tile, shown, channel: channel.id, component: component.id, property, isAction };
  };
  return [
    ...tile.information.map((each) => slot(each, false)),
    ...tile.actions.map((each) => slot(each, true)),
  ];
}

/** Returns the values of all tiles. Throws Unreadable for a tile without a listed channel, or in none of the groups. */
export function slotsOfTiles(
  tiles: readonly Tile[],
  channels: readonly Channel[],
  groups: readonly TileGroup[],
): Slot[] {
  const shown = new Set(groups.map(({ id }) => id));
  return tiles.flatMap((tile) => {
    const at = `tiles.${tile.label}`;
    const channel = channels.find(({ id }) => id === tile.channel);
    requireThat(channel !== undefined, at, 'is not shown: its channel is not listed');
    requireThat(
      tile.groups.some((id) => shown.has(id)),
      at,
      'is not shown: none of its groups is',
    );
    return slotsOf(tile, channel, at);
  });
}
