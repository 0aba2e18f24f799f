import {
  CONTEXT_PARTS,
  type Members,
  pick,
  type SentUnit,
  type UnitPlaces,
  type WorkerKind,
} from './unit.ts';

/** A rule, and the property under which apps show it. */
export type Placed = {
  readonly channel: string;
  readonly component: string;
  readonly property: string;
  readonly rule: Members;
};

type Rule = Members & { readonly is: string };

/** One form of a trigger, condition or step, and its rule. */
type Form = {
  /** The words of its rules: the value of `is`. */
  readonly words: readonly string[];
  /** Returns the rule of a part; undefined for a part of another form, or a part that the apps cannot represent. */
  readonly toRule: (part: Members, places: UnitPlaces) => Placed | undefined;
  /** Returns the part without its id. */
  readonly toPart: (rule: Rule, unit: SentUnit) => Members;
};

type Address = { readonly channel: string; readonly component: string; readonly property: string };

const inContext = (places: UnitPlaces, part: keyof typeof CONTEXT_PARTS, rule: Members): Placed => ({
  channel: places.context,
  ...CONTEXT_PARTS[part],
  rule,
});

/** Returns the form of comparisons of a property. Groups of properties are no form of the apps. */
const comparison = (words: readonly string[], members: readonly string[]): Form => ({
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

const people = (words: readonly string[], members: readonly string[]): Form => ({
  words,
  toRule: (part, places) =>
    part['kind'] !== 'person'
      ? undefined
      : inContext(places, 'place', { is: part['person'], ...pick(part, members) }),
  toPart: (rule) => ({ kind: 'person', person: rule.is, ...pick(rule, members) }),
});

const device = (words: readonly string[], members: readonly string[]): Form => ({
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
const nested = (word: string, name: 'time' | 'sun', members: readonly string[]): Form => ({
  words: [word],
  toRule: (part, places) => {
    if (part['kind'] !== name) return undefined;
    return inContext(places, 'time', { is: word, ...pick(part[name] as Members, members) });
  },
  toPart: (rule) => ({ kind: name, [name]: pick(rule, members) }),
});

/** Returns the form of a part with one member, such as `{kind: 'interval', every: 'PT5M'}`. */
const single = (
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

const window: Form = {
  ...nested('between', 'time', ['from', 'to', 'days']),
  words: ['between', 'weekday-is'],
};

const SETTING = ['value', 'unit', 'only', 'else', 'for'];
const setting: Form = {
  words: ['set'],
  toRule: (part) => {
    if (part['kind'] !== 'set') return undefined;
    const target = part['set'] as Partial<Address>;
    if (target.property === undefined) return undefined;
    const { channel = '', component = '', property } = target;
    return { channel, component, property, rule: { is: 'set', ...pick(part, SETTING) } };
  },
  toPart: (rule, { channel, component }) => ({
    kind: 'set',
    set: { channel, component, property: rule['property'] },
    ...pick(rule, SETTING),
  }),
};
const NOTIFICATION = ['title', 'text', 'values', 'to'];
const notification: Form = {
  words: ['notify'],
  toRule: (part, places) =>
    part['kind'] !== 'notify'
      ? undefined
      : inContext(places, 'notification', {
          is: 'notify',
          ...pick(part['notify'] as Members, NOTIFICATION),
          ...pick(part, ['for']),
        }),
  toPart: (rule) => ({ kind: 'notify', notify: pick(rule, NOTIFICATION), ...pick(rule, ['for']) }),
};

const playing: Form = single('play', 'scene', 'scene', 'scene', ['for']);

/** The forms that apps can hold, by the part of the automation. */
export const FORMS: Readonly<Record<WorkerKind, readonly Form[]>> = {
  triggers: [
    comparison(
      ['becomes', 'stops-being', 'rises-above', 'falls-below', 'changes', 'reports'],
      ['value', 'unit', 'leeway', 'for', 'retrigger'],
    ),
    nested('at', 'time', ['at', 'days']),
    nested('sun', 'sun', ['event', 'offset', 'days']),
    single('every', 'interval', 'every', 'time'),
    people(['arrives', 'leaves'], ['place', 'who']),
    device(['unreachable', 'reachable', 'silent'], ['for']),
  ],
  states: [
    comparison(['is', 'is-not', 'above', 'below'], ['value', 'unit', 'since']),
    window,
    single('sun-is', 'sun', 'sun', 'time'),
    people(['is-at', 'is-not-at'], ['place', 'who', 'of']),
    device(['unreachable', 'reachable'], []),
  ],
  actions: [setting, notification, playing],
};
