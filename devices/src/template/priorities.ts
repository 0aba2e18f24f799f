import type { MappedProperty } from './properties.ts';

type Priority = 'mainActionPriority' | 'mainInformationPriority';

function placesOf(properties: readonly MappedProperty[], priority: Priority): ReadonlyMap<number, number> {
  const ranks = properties.map(({ property }) => property[priority]).filter((rank) => rank > 0);
  const ordered = [...new Set(ranks)].toSorted((a, b) => a - b);
  return new Map(ordered.map((rank, index) => [rank, index + 1]));
}

/**
 * Replaces the global ranks of properties by consecutive priorities within one component: 1, 2, 3 and so on.
 */
export function numbered(properties: readonly MappedProperty[]): MappedProperty[] {
  const information = placesOf(properties, 'mainInformationPriority');
  const actions = placesOf(properties, 'mainActionPriority');
  return properties.map((mapped) => ({
    ...mapped,
    property: {
      ...mapped.property,
      mainInformationPriority: information.get(mapped.property.mainInformationPriority) ?? 0,
      mainActionPriority: actions.get(mapped.property.mainActionPriority) ?? 0,
    },
  }));
}
