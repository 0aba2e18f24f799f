import { type Address, addressKey } from '@azulejo/model';
import { convert } from '@azulejo/units';
import type { Member } from '../compiled.ts';
import { parseDuration } from '../duration.ts';
import { type HomeFacts, membersOf, type PropertyFacts } from '../facts.ts';
import type { Problems } from '../problems.ts';
import { WEEKDAYS, type Weekday } from '../weekdays.ts';

/** The context in which the parts of a definition are compiled. */
export type Compiling = {
  readonly facts: HomeFacts;
  readonly problems: Problems;
  /** Every property that is named, by key. */
  readonly names: Map<string, Address>;
  readonly triggerIds: ReadonlySet<string>;
};

/** A part of a definition before its form is checked; inner conditions and steps are open in the schema. */
export type Part = Readonly<Record<string, unknown>>;

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Warns of a local time in a home whose time zone is not known. */
export function warnWithoutZone({ facts, problems }: Compiling, path: string): void {
  if (facts.hasZone) return;
  const text = 'Times are those of the server until you choose the home’s time zone.';
  problems.add(path, 'no_time_zone', text, 'warning');
}

/** Returns the days of a schedule; all if they are absent. */
export function daysOf(days: unknown): readonly Weekday[] | undefined {
  return Array.isArray(days) ? WEEKDAYS.filter((day) => days.includes(day)) : undefined;
}

export function memberOf(context: Compiling, address: Address, partId: string): Member {
  const { channel, component, property } = address;
  const key = addressKey(address);
  context.names.set(key, { channel, component, property });
  return { channel, component, property, key, truthKey: `${partId}\n${key}` };
}

/** Returns the property or the properties that a part names, and how they count. */
export function propertiesOf(
  context: Compiling,
  part: Part,
  path: string,
): { found: PropertyFacts[]; of: 'any' | 'every'; isGroup: boolean } | undefined {
  const { facts, problems } = context;
  const { property, properties } = part;
  if (isPart(properties) && property === undefined) {
    const of = properties['of'] === 'every' ? 'every' : 'any';
    const found = membersOf(properties as Parameters<typeof membersOf>[0], facts);
    if (found.length === 0)
      problems.add(`${path}.properties`, 'empty_group', 'No device of the home belongs to this.', 'warning');
    return { found, of, isGroup: true };
  }
  if (!isPart(property) || properties !== undefined)
    return problems.add(path, 'invalid_part', 'Name one property or one group of properties.');
  const known = facts.properties.get(addressKey(property as unknown as Address));
  if (!known)
    return problems.add(
      `${path}.property`,
      'unknown_property',
      'This property no longer exists, or never did.',
    );
  return { found: [known], of: 'every', isGroup: false };
}

/** Returns a duration in milliseconds; undefined with a problem if it is invalid. */
export function durationOf({ problems }: Compiling, text: unknown, path: string): number | undefined {
  return (
    parseDuration(text) ??
    problems.add(path, 'invalid_duration', 'Use an ISO 8601 duration from 1 second to 30 days, such as PT5M.')
  );
}

/** Converts a number into the unit in which the property is stored. Throws when the units do not fit. */
const toStored = (value: number, unit: unknown, facts: PropertyFacts): number =>
  typeof unit === 'string' && unit !== facts.unit ? convert(value, unit, facts.unit) : value;

/** Returns the value in the stored unit; undefined with a problem if it is invalid. */
export function storedValue(
  { problems }: Compiling,
  { value, unit }: Part,
  facts: PropertyFacts,
  path: string,
): unknown {
  try {
    const stored = typeof value === 'number' ? toStored(value, unit, facts) : value;
    // 0 kelvin is no number of mired.
    if (stored !== Infinity && stored !== -Infinity) return stored;
  } catch {
    // The problem is the same.
  }
  return problems.add(
    `${path}.unit`,
    'invalid_unit',
    'The value cannot be converted into the property’s unit.',
  );
}

export type Threshold = { readonly is: 'above' | 'below'; readonly value: number; readonly leeway: number };

/**
 * Returns a threshold in the stored unit. In some units a greater number is a smaller quantity: above 4,000 kelvin is
 * below 250 mired.
 *
 * @param value the value, converted
 */
export function storedThreshold(
  is: Threshold['is'],
  { value: typed, unit, leeway }: Part,
  facts: PropertyFacts,
  value: number,
): Threshold {
  if (typeof typed !== 'number') return { is, value, leeway: 0 };
  const isReversed = toStored(typed + Math.max(Math.abs(typed) / 100, 0.01), unit, facts) < value;
  const distance = typeof leeway === 'number' ? leeway : 0;
  // Its far side is converted as well, because the same difference may be greater elsewhere on the scale.
  const far = toStored(is === 'above' ? typed - distance : typed + distance, unit, facts);
  return { is: isReversed === (is === 'above') ? 'below' : 'above', value, leeway: Math.abs(far - value) };
}

/** Returns the presence properties of the people that a part names; undefined for a person who is gone. */
export function peopleOf(context: Compiling, part: Part, path: string): (Address | undefined)[] | undefined {
  const { facts, problems } = context;
  const { place } = part;
  if (typeof place !== 'string' || !facts.places.has(place))
    return problems.add(`${path}.place`, 'unknown_place', 'This place does not exist.');
  const who = Array.isArray(part['who']) ? part['who'] : [facts.owner];
  const people = who.map((user) => facts.people.get(user));
  for (const [index, address] of people.entries())
    if (!address)
      problems.add(`${path}.who[${index}]`, 'unknown_person', 'It is not known where this person is.');
  return people;
}
