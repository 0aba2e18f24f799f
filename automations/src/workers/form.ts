import { CONTEXT_PARTS, type Members, pick, type SentUnit, type UnitPlaces } from './unit.ts';

/** A rule, and the property under which apps show it. */
export type Placed = {
  readonly channel: string;
  readonly component: string;
  readonly property: string;
  readonly rule: Members;
};

type Rule = Members & { readonly is: string };

/** One form of a trigger, condition or step, and its rule. */
export type Form = {
  /** The words of its rules: the value of `is`. */
  readonly words: readonly string[];
  /** Returns the rule of a part; undefined for a part of another form, or a part that the apps cannot represent. */
  readonly toRule: (part: Members, places: UnitPlaces) => Placed | undefined;
  /** Returns the part without its id. */
  readonly toPart: (rule: Rule, unit: SentUnit) => Members;
};

export type Address = { readonly channel: string; readonly component: string; readonly property: string };

export const inContext = (places: UnitPlaces, part: keyof typeof CONTEXT_PARTS, rule: Members): Placed => ({
  channel: places.context,
  ...CONTEXT_PARTS[part],
  rule,
});

/** Returns the form of comparisons of a property. Groups of properties are no form of the apps. */
export const comparison = (words: readonly string[], members: readonly string[]): Form => ({
  words,
  toRule: (part) => {
    if (part['kind'] !== 'property' || part['property'] === undefined || part['properties'] !== undefined)
      return undefined;
    const { channel, component, property } = part['property'] as Address;
    return { channel, component, property, rule: { is: part['is'], ...pick(part, members) } };
  },
  toPart: (rule, { channel, component }) => ({
    kind: 'property',
    property: { channel, component, property: rule['property'] },
    is: rule.is,
    ...pick(rule, members),
  }),
});

export const people = (words: readonly string[], members: readonly string[]): Form => ({
  words,
  toRule: (part, places) =>
    part['kind'] !== 'person'
      ? undefined
      : inContext(places, 'place', { is: part['person'], ...pick(part, members) }),
  toPart: (rule) => ({ kind: 'person', person: rule.is, ...pick(rule, members) }),
});

export const device = (words: readonly string[], members: readonly string[]): Form => ({
  words,
  toRule: (part, places) => {
    if (part['kind'] !== 'device') return undefined;
    const channel = String(part['channel']);
    const rule = { is: part['device'], ...pick(part, members) };
    return { channel, ...places.ofDevice(channel), rule };
  },
  toPart: (rule, { channel }) => ({ kind: 'device', device: rule.is, channel, ...pick(rule, members) }),
});

/** Returns the form of a part whose members are in one object, such as `{time: {at, days}}`. */
export const nested = (word: string, name: 'time' | 'sun', members: readonly string[]): Form => ({
  words: [word],
  toRule: (part, places) => {
    if (part['kind'] !== name) return undefined;
    return inContext(places, 'time', { is: word, ...pick(part[name] as Members, members) });
  },
  toPart: (rule) => ({ kind: name, [name]: pick(rule, members) }),
});

/** Returns the form of a part with one member, such as `{kind: 'interval', every: 'PT5M'}`. */
export const single = (
  word: string,
  kind: string,
  name: string,
  place: keyof typeof CONTEXT_PARTS,
  others: readonly string[] = [],
) => ({
  words: [word],
  toRule: (part: Members, places: UnitPlaces) =>
    part['kind'] !== kind
      ? undefined
      : inContext(places, place, { is: word, ...pick(part, [name, ...others]) }),
  toPart: (rule: Rule) => ({ kind, ...pick(rule, [name, ...others]) }),
});
