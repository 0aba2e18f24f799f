import type { Definition, Role } from '../feature.ts';

/** The kind of a device, as users see it. */
export interface Kind {
  readonly id: string;
  /** Names the type of the device's component. */
  readonly component: string;
  readonly label: string;
  /** Group in the component's class, and category of the device. */
  readonly group: string;
  /** Names its pictures. */
  readonly picture: string;
}

function kind(id: string, group: string, label: string, component = id, picture = id): Kind {
  return { id, component, label, group, picture };
}

interface Traits {
  readonly names: ReadonlySet<string>;
  readonly roles: ReadonlySet<Role | undefined>;
  readonly description: string;
  readonly isMultiple: boolean;
  /** Whether it counts energy, by any name. */
  readonly counts: boolean;
}

type Test = (traits: Traits) => boolean;

const has =
  (...names: string[]): Test =>
  ({ names: own }) =>
    names.some((name) => own.has(name));

/** Whether the device has any feature of the role, whichever it is. */
const is =
  (role: Role): Test =>
  ({ roles }) =>
    roles.has(role);

const says =
  (words: RegExp): Test =>
  ({ description }) =>
    words.test(description);

const both =
  (first: Test, second: Test): Test =>
  (traits) =>
    first(traits) && second(traits);

const isMultiple: Test = (traits) => traits.isMultiple;
const isPlug = says(/plug|socket|outlet|power strip/i);

const BUTTON = kind('button', 'controls', 'Button');
const CLIMATE_SENSOR = kind('climate-sensor', 'climate', 'Climate sensor', 'climate-sensor');
const METER = kind('meter', 'energy', 'Meter');

/** Devices with a role but without its usual features. */
const BY_ROLE: readonly (readonly [Test, Kind])[] = [
  [is('light'), kind('white-light', 'lighting', 'Light', 'light-bulb')],
  [is('climate'), kind('thermostat', 'climate', 'Thermostat')],
  [is('fan'), kind('fan', 'climate', 'Fan')],
  [is('cover'), kind('cover', 'covers', 'Cover')],
  [is('lock'), kind('lock', 'security', 'Lock')],
  [is('switch'), kind('switch', 'controls', 'Switch')],
];

/** Kinds that only the description of a device identifies, the more specific words first. */
const BY_WORDS: readonly (readonly [Test, Kind])[] = [
  [
    says(/carbon monoxide|\bco (alarm|detector|sensor)/i),
    kind('carbon-monoxide', 'safety', 'Carbon monoxide alarm', 'carbon-monoxide-alarm'),
  ],
  [says(/smoke|fire/i), kind('smoke', 'safety', 'Smoke alarm', 'smoke-alarm')],
  [says(/\bgas\b/i), kind('gas', 'safety', 'Gas alarm', 'gas-alarm')],
  [says(/leak|flood/i), kind('leak', 'safety', 'Leak sensor', 'leak-sensor')],
  [says(/irrigation|watering|valve/i), kind('valve', 'water', 'Valve')],
  [says(/thermostat|radiator/i), kind('thermostat', 'climate', 'Thermostat')],
  [says(/curtain|blind|shutter|garage/i), kind('cover', 'covers', 'Cover')],
  [
    says(/\bdoor|window|contact|opening|open\/close/i),
    kind('contact', 'security', 'Contact sensor', 'contact-sensor'),
  ],
  [says(/vibration/i), kind('vibration', 'security', 'Vibration sensor', 'vibration-sensor')],
  [says(/presence/i), kind('presence', 'security', 'Presence sensor', 'presence-sensor')],
  [says(/\block\b/i), kind('lock', 'security', 'Lock')],
  [says(/\balarm\b/i), kind('siren', 'safety', 'Siren')],
  [says(/motion|occupancy/i), kind('motion', 'security', 'Motion sensor', 'motion-sensor')],
  [says(/remote|button|keypad|scene|key fob/i), BUTTON],
  [says(/temperature|humidity|thermometer/i), CLIMATE_SENSOR],
  [says(/meter|energy|power/i), METER],
  [
    says(/repeater|router|extender|booster|coordinator/i),
    kind('repeater', 'devices', 'Repeater', 'repeater', 'device'),
  ],
];

/**
 * The first match wins: a lock with a battery is a lock, a smoke alarm with a thermometer is a smoke alarm.
 */
const KINDS: readonly (readonly [Test, Kind])[] = [
  [has('lock.state'), kind('lock', 'security', 'Lock')],
  [has('cover.state'), kind('cover', 'covers', 'Cover')],
  [has('climate.local_temperature'), kind('thermostat', 'climate', 'Thermostat')],
  [has('fan.state'), kind('fan', 'climate', 'Fan')],
  [has('light.color_xy', 'light.color_hs'), kind('color-light', 'lighting', 'Light', 'light-bulb')],
  [
    both(has('light.brightness'), says(/dimm(er|ing)|switch/i)),
    kind('dimmer', 'lighting', 'Light', 'light-bulb'),
  ],
  [has('light.brightness'), kind('white-light', 'lighting', 'Light', 'light-bulb')],
  [both(has('switch.state'), says(/valve|watering/i)), kind('valve', 'water', 'Valve')],
  [both(both(has('switch.state'), isMultiple), isPlug), kind('multi-socket', 'energy', 'Socket', 'socket')],
  [both(has('switch.state'), isPlug), kind('plug', 'energy', 'Socket', 'socket')],
  [has('switch.state'), kind('switch', 'controls', 'Switch')],
  [says(/(?<!with )siren/i), kind('siren', 'safety', 'Siren')],
  [has('smoke'), kind('smoke', 'safety', 'Smoke alarm', 'smoke-alarm')],
  [
    has('carbon_monoxide'),
    kind('carbon-monoxide', 'safety', 'Carbon monoxide alarm', 'carbon-monoxide-alarm'),
  ],
  [has('gas'), kind('gas', 'safety', 'Gas alarm', 'gas-alarm')],
  [has('water_leak'), kind('leak', 'safety', 'Leak sensor', 'leak-sensor')],
  [has('contact'), kind('contact', 'security', 'Contact sensor', 'contact-sensor')],
  [has('presence'), kind('presence', 'security', 'Presence sensor', 'presence-sensor')],
  [
    both(has('occupancy'), says(/occupancy|presence/i)),
    kind('presence', 'security', 'Presence sensor', 'presence-sensor'),
  ],
  [has('occupancy'), kind('motion', 'security', 'Motion sensor', 'motion-sensor')],
  [has('vibration'), kind('vibration', 'security', 'Vibration sensor', 'vibration-sensor')],
  [
    has('pm25', 'co2', 'voc', 'voc_index', 'air_quality'),
    kind('air-quality', 'climate', 'Air monitor', 'air-monitor'),
  ],
  // Remotes and wall switches often have a thermometer for their own temperature.
  [both(has('action'), says(/remote|button|switch|scene|dimmer|knob|rotary|keypad|control/i)), BUTTON],
  [has('temperature', 'humidity', 'soil_moisture'), CLIMATE_SENSOR],
  [has('illuminance'), kind('illuminance', 'climate', 'Light sensor', 'light-sensor')],
  [({ counts, names }) => counts || names.values().some((name) => /^(power|.*energy.*)$/.test(name)), METER],
  [has('action'), BUTTON],
  ...BY_ROLE,
  ...BY_WORDS,
];

/** The kind of all other devices, which are shown by their properties. */
const DEVICE = kind('device', 'devices', 'Device');

const groups: ReadonlyMap<string, string> = new Map(
  [...[...KINDS, ...BY_WORDS].map(([, each]) => each), DEVICE].map(({ id, group }) => [id, group]),
);

/** Returns the category of the devices of a kind. */
export const categoryOf = (kindId: string): string =>
  `com.azulejo.categories.${groups.get(kindId) ?? DEVICE.group}`;

/** Returns what the device is; `device` when nothing more is known. */
export function kindOf({ features, description }: Definition, hasRepeatedParts: boolean): Kind {
  const traits: Traits = {
    names: new Set(features.map(({ role, name }) => (role ? `${role}.${name}` : name))),
    roles: new Set(features.map(({ role }) => role)),
    description,
    isMultiple: hasRepeatedParts,
    counts: features.some(({ counter }) => counter !== undefined),
  };
  return KINDS.find(([test]) => test(traits))?.[1] ?? DEVICE;
}
