import type { Definition } from './read-definitions.ts';

/** What a device is for its users. Its id is also the name of the pictures. */
export interface Kind {
  readonly id: string;
  /** Type of the device's component. */
  readonly component: string;
  readonly label: string;
  /** Group in the component's class, and category of the device. */
  readonly group: string;
}

function kind(id: string, group: string, label: string, component = id): Kind {
  return { id, component, label, group };
}

interface Traits {
  readonly names: ReadonlySet<string>;
  readonly description: string;
  readonly isMultiple: boolean;
}

type Test = (traits: Traits) => boolean;

const has =
  (...names: string[]): Test =>
  ({ names: own }) =>
    names.some((name) => own.has(name));

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
  [has('temperature', 'humidity'), kind('climate-sensor', 'climate', 'Climate sensor', 'climate-sensor')],
  [has('illuminance'), kind('illuminance', 'climate', 'Light sensor', 'light-sensor')],
  [has('power', 'energy'), kind('meter', 'energy', 'Meter')],
  [has('action'), kind('button', 'controls', 'Button')],
];

/** @throws when no kind matches the device, so that a kind has to be added here */
export function kindOf(definition: Definition, hasRepeatedParts: boolean): Kind {
  const traits: Traits = {
    names: new Set(definition.features.map(({ group, name }) => (group ? `${group}.${name}` : name))),
    description: definition.description,
    isMultiple: hasRepeatedParts,
  };
  const found = KINDS.find(([test]) => test(traits));
  if (!found) throw new Error(`no kind fits ${definition.vendor} ${definition.model}`);
  return found[1];
}
