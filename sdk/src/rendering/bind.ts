import type { Channel, Property, Tile } from '@azulejo/contract';

/** An information or action of a tile with the component and property it stands for. */
export type Bound<Part> = {
  readonly part: Part;
  /** Component id. */
  readonly component: string;
  /** Absent where the channel declares no such property. */
  readonly property: Property | undefined;
};

/**
 * To the first component of the tile whose type is the part's; a part without one is left out, and counts for no
 * place among the others (ios-app 5.1).
 */
export function bindParts<Part extends { componentType: string; property: string }>(
  parts: readonly Part[],
  tile: Tile,
  channel: Channel,
): Bound<Part>[] {
  return parts.flatMap((part) => {
    const component = tile.components.find(({ type }) => type === part.componentType);
    if (!component) return [];
    const named = channel.properties.filter(({ id }) => id === part.property);
    // Lists of components hold ids and, where they differ, types (docs/decisions/0010).
    const own = named.find(({ components }) =>
      components.some((name) => name === component.id || name === component.type),
    );
    return [{ part, component: component.id, property: own ?? named[0] }];
  });
}
