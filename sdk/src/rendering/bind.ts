import { propertiesOf } from '@azulejo/model';
import type { Channel, Property, Tile } from '../api/types.generated.ts';

/** An information or action of a tile with its component and property. */
export type Bound<Part> = {
  readonly part: Part;
  /** The component's id. */
  readonly component: string;
  /** Undefined when the channel declares no such property. */
  readonly property: Property | undefined;
};

/**
 * Binds each part to the first component of the tile that has the part's type. A part without one is left out
 * and takes no place (ios-app 5.1).
 */
export function bindParts<Part extends { componentType: string; property: string }>(
  parts: readonly Part[],
  tile: Tile,
  channel: Channel,
): Bound<Part>[] {
  return parts.flatMap((part) => {
    const component = tile.components.find(({ type }) => type === part.componentType);
    if (!component) return [];
    const isNamed = ({ id }: Property) => id === part.property;
    const property = propertiesOf(channel, component).find(isNamed) ?? channel.properties.find(isNamed);
    return [{ part, component: component.id, property }];
  });
}
