import type { AutomationProperty, AutomationPropertyGroup, AutomationStep } from '@azulejo/contract';
import { isReadable, isWritable } from '@azulejo/model';
import { type HomeFacts, membersOf, type PropertyFacts } from '../facts.ts';
import type { Names } from '../words/names.ts';

/** The home for which automations are filled in. */
export type ReadyHome = { readonly facts: HomeFacts; readonly names: Names };

export type Kind = Pick<AutomationPropertyGroup, 'class' | 'component' | 'room'>;

const MAX_SINGLE_STEPS = 10;

const addressOf = ({ channel, component, property }: PropertyFacts): AutomationProperty => ({
  channel,
  component,
  property,
});

const found = ({ facts }: ReadyHome, kind: Kind) => membersOf({ ...kind, of: 'any' }, facts);

/** Returns the properties of a kind that report their values. */
export const reported = (home: ReadyHome, kind: Kind): PropertyFacts[] =>
  found(home, kind).filter(isReadable);

/** Returns the properties of a kind that can have a value. */
export const settable = (home: ReadyHome, kind: Kind, value: unknown): PropertyFacts[] =>
  found(home, kind).filter((each) => isWritable(each) && each.accepts(value));

/** Returns the one property of a kind, or all of them as a group: devices that are added later belong to it. */
export function anyOf(
  home: ReadyHome,
  kind: Kind,
):
  | { kind: 'property'; property: AutomationProperty }
  | { kind: 'property'; properties: AutomationPropertyGroup }
  | undefined {
  const [first, ...others] = reported(home, kind);
  if (!first) return undefined;
  return others.length === 0
    ? { kind: 'property', property: addressOf(first) }
    : { kind: 'property', properties: { ...kind, of: 'any' } };
}

type Setting = { readonly value: unknown; readonly unit?: string } & Pick<
  Extract<AutomationStep, { kind: 'set' }>,
  'for' | 'only'
>;

/** Returns the steps that set all properties of a kind: as a group, unless some of it cannot be set. */
export function setAll(home: ReadyHome, kind: Kind, setting: Setting): AutomationStep[] {
  const all = found(home, kind);
  const able = all.filter(isWritable);
  const isWhole = able.length === all.length && all.length > 1;
  if (isWhole) return [{ kind: 'set', set: { properties: { ...kind, of: 'every' } }, ...setting }];
  return able.slice(0, MAX_SINGLE_STEPS).map((each) => setOne(each, setting));
}

export const setOne = (property: PropertyFacts, setting: Setting): AutomationStep => ({
  kind: 'set',
  set: addressOf(property),
  ...setting,
});

/** Returns what part of the greatest value of a property is, such as half of its brightness. */
export function share({ maximum = 1 }: PropertyFacts, part: number): number {
  return maximum === 1 ? part : Math.round(maximum * part);
}

/** Returns the rooms of properties, in the order of the properties. */
export const roomsOf = (properties: readonly PropertyFacts[]): string[] => [
  ...new Set(properties.flatMap(({ rooms }) => rooms)),
];

/** Returns the room whose name fits best, or the first one. */
export function roomLike(home: ReadyHome, rooms: readonly string[], name: RegExp): string | undefined {
  return rooms.find((id) => name.test(home.names.room(id) ?? '')) ?? rooms[0];
}

export const isHomeKnown = ({ facts }: ReadyHome): boolean =>
  facts.places.has('home') && facts.people.has(facts.owner);

export { addressOf };
