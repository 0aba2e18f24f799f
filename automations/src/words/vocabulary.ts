import type { Property } from '@azulejo/contract';

/** Words of yes-or-no properties, by the last two words of the class. Others use those of their template. */
const PREDICATES = {
  'control.status': 'on',
  'security.open': 'open',
  'security.locked': 'locked',
  'security.occupancy': 'motion',
  'security.motion': 'motion',
  'security.presence': 'presence',
  'security.vibration': 'vibration',
  'security.tamper': 'tamper',
  'safety.water-leak': 'leak',
  'safety.smoke': 'smoke',
  'safety.carbon-monoxide': 'carbonMonoxide',
  'safety.gas': 'gas',
  'safety.alarm': 'siren',
  'battery.battery-low': 'batteryLow',
  'movement.running': 'moving',
} as const;
export type PredicateKey = (typeof PREDICATES)[keyof typeof PREDICATES];

/**
 * What a property with one of two values does, in the forms that a language needs. In German they are at the end of
 * a clause. `(o|a)` is the ending for a masculine and a feminine noun; the name of a device counts as masculine.
 */
export type Predicate = {
  /** The event: `opens`. */
  readonly does: string;
  /** The state: `is open`. */
  readonly is: string;
  /** The state for a coming time: `stays open`. */
  readonly stays: string;
  /** The state for a past time: `has been open`. */
  readonly has: string;
  /** The past event: `opened`. */
  readonly did: string;
};

export type Predicates = Readonly<Record<PredicateKey, { readonly yes: Predicate; readonly no: Predicate }>>;

/** The verbs of values that are set. */
const VERBS = {
  'control.status': { true: 'turnOn', false: 'turnOff' },
  'security.locked': { true: 'lock', false: 'unlock' },
  'movement.command': { OPEN: 'open', CLOSE: 'close', STOP: 'stop' },
} as const;
export type VerbKey = 'turnOn' | 'turnOff' | 'lock' | 'unlock' | 'open' | 'close' | 'stop' | 'set' | 'press';

/** Commands that are not states: a blind may have moved anywhere since it was opened. */
const COMMANDS = { 'movement.command': true } as const;

/** The message of a verb, and its form for the device just named: the same where the language repeats the name. */
export type Verb = { readonly full: string; readonly again: string };

/** Properties that are what one means by setting the device: a light to 60 %, a radiator to 21 °C. */
const MAIN: ReadonlySet<string> = new Set([
  'lighting.brightness',
  'movement.position',
  'climate.occupied-heating-setpoint',
  'climate.occupied-cooling-setpoint',
  'climate.current-heating-setpoint',
]);

export type DurationUnit = 'day' | 'hour' | 'minute' | 'second';

/** The words of an interval, such as `every 15 minutes`, in two parts. */
export type Interval = { readonly lead: string; readonly text: string };

export type GroupKey =
  | 'light'
  | 'socket'
  | 'cover'
  | 'thermostat'
  | 'opening'
  | 'lock'
  | 'motion'
  | 'leak'
  | 'smoke'
  | 'carbonMonoxide'
  | 'gas'
  | 'battery'
  | 'device';

/** The names of a group: `any light`, `every light`, `all lights`, and the gender of the noun. */
export type Group = {
  readonly any: string;
  readonly every: string;
  /** The form as the object of a verb. */
  readonly all: string;
  readonly gender: 'm' | 'f';
};

const GROUPS: Readonly<Record<string, GroupKey>> = {
  'light-bulb': 'light',
  socket: 'socket',
  cover: 'cover',
  thermostat: 'thermostat',
  lock: 'lock',
  'security.open': 'opening',
  'security.locked': 'lock',
  'security.occupancy': 'motion',
  'security.motion': 'motion',
  'safety.water-leak': 'leak',
  'safety.smoke': 'smoke',
  'safety.carbon-monoxide': 'carbonMonoxide',
  'safety.gas': 'gas',
  'battery.battery': 'battery',
  'movement.command': 'cover',
  'movement.position': 'cover',
  'lighting.brightness': 'light',
  'climate.occupied-heating-setpoint': 'thermostat',
};

type Classes = Pick<Property, 'classes'>;

const find = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function byClass<T>({ classes }: Classes, table: Readonly<Record<string, T>>): T | undefined {
  for (const name of classes) {
    const found = find(table, name.split('.').slice(-2).join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

export const predicateOf = (property: Classes, value: unknown): PredicateKey | undefined =>
  typeof value === 'boolean' ? byClass(property, PREDICATES) : undefined;

export const verbOf = (property: Classes, value: unknown): VerbKey | undefined =>
  find<VerbKey>((byClass<object>(property, VERBS) as Readonly<Record<string, VerbKey>>) ?? {}, String(value));

/** Whether setting the property is a command, which is sent even if the last one was the same. */
export const isCommand = (property: Classes): boolean => byClass<boolean>(property, COMMANDS) === true;

export const isMain = ({ classes }: Classes): boolean =>
  classes.some((name) => MAIN.has(name.split('.').slice(-2).join('.')));

/** Returns the noun of a group, and whether it says which property is meant. */
export function groupKeyOf(group: { readonly class?: unknown; readonly component?: unknown }): {
  readonly key: GroupKey;
  readonly namesProperty: boolean;
} {
  const [byName, byType] = [group.class, group.component].map((each) => find(GROUPS, String(each)));
  const isNamed = Object.hasOwn(PREDICATES, String(group.class)) || MAIN.has(String(group.class));
  return { key: byType ?? byName ?? 'device', namesProperty: isNamed || byName !== undefined };
}
