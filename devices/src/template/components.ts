import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import type { Definition, Feature } from '../feature.ts';
import { componentClassesOf } from './classes.ts';
import { type Kind, kindOf } from './kinds.ts';
import { humanize, kebab } from './naming.ts';
import { type MappedProperty, mapFeature } from './properties.ts';
import { propertyIdOf } from './property-ids.ts';

type Component = ChannelTemplate['components'][number];

export interface Part {
  readonly component: Component;
  readonly properties: readonly MappedProperty[];
}

export interface Parts {
  readonly kind: Kind;
  /** The repeated parts (e.g. the sockets of a power strip), followed by the part for the whole device. */
  readonly parts: readonly Part[];
  readonly hasRepeatedParts: boolean;
  readonly properties: readonly TemplateProperty[];
}

/** Returns the endpoints that each have their own switch, light or cover. */
function repeatedEndpoints(features: readonly Feature[]): string[] {
  const groups = new Map<string, Set<string>>();
  for (const { role, endpoint } of features) {
    if (role && endpoint) groups.set(role, (groups.get(role) ?? new Set()).add(endpoint));
  }
  const [most] = [...groups.values()].toSorted((a, b) => b.size - a.size);
  return most && most.size > 1 ? [...most] : [];
}

/** Returns the id and label of an endpoint: `l1` and `1` are the first one, `left` is the left one. */
function placeOf(
  endpoint: string,
  own: string | undefined,
): { id: string; label: (name: string, isPart?: boolean) => string } {
  if (own !== undefined)
    return { id: kebab(endpoint), label: (name, isPart) => (isPart ? own : `${own}: ${name}`) };
  const number = /^l?(\d+)$/.exec(endpoint)?.[1];
  return number
    ? { id: number, label: (name) => `${name} ${number}` }
    : { id: kebab(endpoint), label: (name) => `${humanize(endpoint)} ${name.toLowerCase()}` };
}

/** Returns whether both are spellings of a colour in one member of the messages, which are one property. */
const isSpelling = (one: Feature, other: Feature): boolean =>
  one.key === other.key && (one.name === other.name || propertyIdOf(one) === 'color');

/** Returns the features without second spellings of the same value. */
function distinct(features: readonly Feature[]): Feature[] {
  const byKey = Map.groupBy(features, ({ key }) => key);
  return features.filter(
    (feature) => byKey.get(feature.key)?.find((other) => isSpelling(other, feature)) === feature,
  );
}

/** Adds a property, under another id if its own is taken: `status` of a lamp's switch is `switch-status`. */
function add(mapped: Map<string, MappedProperty>, candidate: MappedProperty): void {
  const { property, feature } = candidate;
  const ids = [property.id, `${feature.role ?? 'other'}-${property.id}`];
  let id = ids.find((each) => !mapped.has(each));
  for (let number = 2; id === undefined; number += 1) {
    const numbered = `${property.id}-${number}`;
    if (!mapped.has(numbered)) id = numbered;
  }
  mapped.set(id, id === property.id ? candidate : { ...candidate, property: { ...property, id } });
}

/**
 * Maps features by property id. Of features with the same id, those of endpoints get the endpoint's name.
 */
function mapAll(features: readonly Feature[]): Map<string, MappedProperty> {
  const mapped = new Map<string, MappedProperty>();
  const own = distinct(features);
  const byId = Map.groupBy(own, propertyIdOf);
  for (const feature of own) {
    const isOnlyOne = byId.get(propertyIdOf(feature))?.length === 1;
    const property = mapFeature(feature);
    add(mapped, isOnlyOne || !feature.endpoint ? property : withPlace(property, feature.endpoint));
  }
  return mapped;
}

/**
 * Returns the ids of properties that are equal at every endpoint, since components of one
 * type share their properties.
 */
function sharedIds(byEndpoint: readonly Map<string, MappedProperty>[]): Set<string> {
  const [first, ...others] = byEndpoint;
  const same = [...(first ?? [])].filter(([id, { property }]) =>
    others.every((other) => JSON.stringify(other.get(id)?.property) === JSON.stringify(property)),
  );
  return new Set(same.map(([id]) => id));
}

/**
 * Adds the endpoint to a property's id and label. Features of only some endpoints belong to the whole device.
 */
function withPlace({ property, ...mapped }: MappedProperty, endpoint: string): MappedProperty {
  const { id, label } = placeOf(
    endpoint,
    mapped.feature.endpoint === endpoint ? mapped.feature.endpointLabel : undefined,
  );
  const named = label(property.label);
  return {
    ...mapped,
    property: { ...property, id: `${property.id}-${id}`, label: named, agentLabel: named },
  };
}

function part(
  kind: Kind,
  type: string,
  id: string,
  label: string,
  properties: Iterable<MappedProperty>,
): Part {
  const component = { id, type, label, classes: componentClassesOf(kind.group, type) };
  return { component, properties: numbered([...properties]) };
}

function templateProperties(parts: readonly Part[]): TemplateProperty[] {
  const byType = new Map(parts.map((each) => [each.component.type, each.properties]));
  return [...byType].flatMap(([type, properties]) =>
    properties.map(({ property }) => ({ ...property, components: [type] })),
  );
}

function repeatedParts(kind: Kind, definition: Definition, endpoints: readonly string[]): Part[] {
  const maps = endpoints.map((endpoint) =>
    mapAll(definition.features.filter((feature) => feature.endpoint === endpoint)),
  );
  const shared = sharedIds(maps);
  const own = endpoints.map((endpoint, index) => {
    const own = definition.features.find((feature) => feature.endpoint === endpoint);
    const { id, label } = placeOf(endpoint, own?.endpointLabel);
    const properties = [...(maps[index]?.values() ?? [])].filter(({ property }) => shared.has(property.id));
    return part(kind, kind.component, `${kind.component}-${id}`, label(kind.label, true), properties);
  });
  const leftOver = endpoints.flatMap((endpoint, index) =>
    [...(maps[index]?.values() ?? [])]
      .filter(({ property }) => !shared.has(property.id))
      .map((mapped) => withPlace(mapped, endpoint)),
  );
  const rest = mapAll(
    definition.features.filter(({ endpoint }) => !endpoint || !endpoints.includes(endpoint)),
  );
  const ofDevice = [...rest.values()].map((mapped) =>
    shared.has(mapped.property.id) ? withPlace(mapped, 'device') : mapped,
  );
  const unique = new Map([...shared].map((id) => [id, undefined as never]));
  for (const mapped of [...ofDevice, ...leftOver]) add(unique, mapped);
  const whole = [...unique.values()].filter((mapped) => mapped !== undefined);
  return whole.length === 0 ? own : [...own, part(kind, 'device', 'device', 'Whole device', whole)];
}

/** Returns what a device is. */
export const kindOfDevice = (definition: Definition): Kind =>
  kindOf(definition, repeatedEndpoints(definition.features).length > 0);

/** Splits a device into components and maps every feature to a property of one of them. */
export function partsOf(definition: Definition): Parts {
  const endpoints = repeatedEndpoints(definition.features);
  const hasRepeatedParts = endpoints.length > 0;
  const kind = kindOf(definition, hasRepeatedParts);
  const parts = hasRepeatedParts
    ? repeatedParts(kind, definition, endpoints)
    : [part(kind, kind.component, kind.component, kind.label, mapAll(definition.features).values())];
  return {
    kind,
    parts,
    hasRepeatedParts,
    properties: templateProperties(parts),
  };
}

type Priority = 'mainActionPriority' | 'mainInformationPriority';

function placesOf(properties: readonly MappedProperty[], priority: Priority): ReadonlyMap<number, number> {
  const ranks = properties.map(({ property }) => property[priority]).filter((rank) => rank > 0);
  const ordered = [...new Set(ranks)].toSorted((a, b) => a - b);
  return new Map(ordered.map((rank, index) => [rank, index + 1]));
}

/**
 * Replaces the global ranks of properties by consecutive priorities within one component: 1, 2, 3 and so on.
 */
function numbered(properties: readonly MappedProperty[]): MappedProperty[] {
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
