import type { Channel, Component, Property, Tile } from '@azulejo/contract';
import { isWritable, propertiesOf } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';

/** A main property of a device, with the tile's component that has it. */
export type Part = { readonly component: Component; readonly property: Property };

export const addressOf = ({ channel }: Tile, { component, property }: Part): Address => ({
  channel,
  component: component.id,
  property: property.id,
});

/** Returns what can be changed from the tile, most important first. */
export function mainActionsOf(tile: Tile, channel: Channel): readonly Part[] {
  const ids = new Set(tile.components.map(({ id }) => id));
  return channel.components
    .filter(({ id }) => ids.has(id))
    .flatMap((component) =>
      propertiesOf(channel, component)
        .filter((property) => isWritable(property) && property.mainActionPriority > 0)
        .map((property) => ({ component, property })),
    )
    .toSorted((one, other) => one.property.mainActionPriority - other.property.mainActionPriority);
}
