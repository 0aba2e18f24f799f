import type { Channel, Shown, Slot, Tile } from './home-parts.ts';
import { requireThat } from './rules.ts';

/**
 * Returns the values of a tile, each bound to the first component of its type and to the channel's property
 * of such components. Throws Unreadable for values that both apps drop or cannot bind (android-app 2.4,
 * ios-app 5.1).
 */
export function slotsOf(tile: Tile, channel: Channel, at: string): Slot[] {
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
