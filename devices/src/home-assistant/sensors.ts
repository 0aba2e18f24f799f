import { entryOf } from '../entry-of.ts';
import { counterNameOf, counterOf } from '../template/counters.ts';
import { isEnergyUnit } from '../template/units.ts';
import { type Config, eitherOf, type MakePoint, type Point, type Reading } from './point.ts';
import { choiceOf, isMembers, knownText, NotMapped, numberOf, textOf } from './text.ts';
import { parsedJson } from './value-template.ts';

/** Our names of what sensors measure, by device class. Others are named by the device. */
const MEASURED: Readonly<Record<string, string>> = {
  aqi: 'aqi',
  apparent_power: 'power_apparent',
  atmospheric_pressure: 'pressure',
  battery: 'battery',
  carbon_dioxide: 'co2',
  carbon_monoxide: 'co',
  current: 'current',
  energy: 'energy',
  frequency: 'ac_frequency',
  humidity: 'humidity',
  illuminance: 'illuminance',
  moisture: 'soil_moisture',
  pm1: 'pm1',
  pm10: 'pm10',
  pm25: 'pm25',
  power: 'power',
  power_factor: 'power_factor',
  pressure: 'pressure',
  signal_strength: 'signal_strength',
  temperature: 'temperature',
  voltage: 'voltage',
  volatile_organic_compounds: 'voc',
  volatile_organic_compounds_parts: 'voc',
};

const DETECTED: Readonly<Record<string, string>> = {
  battery: 'battery_low',
  carbon_monoxide: 'carbon_monoxide',
  door: 'contact',
  garage_door: 'contact',
  gas: 'gas',
  moisture: 'water_leak',
  motion: 'occupancy',
  occupancy: 'occupancy',
  opening: 'contact',
  presence: 'presence',
  smoke: 'smoke',
  tamper: 'tamper',
  vibration: 'vibration',
  window: 'contact',
};

const needed = (readings: readonly Reading[]): readonly Reading[] => {
  if (readings.length === 0) throw new NotMapped('no state topic');
  return readings;
};

/** Beyond a week, a report counts until the next. */
const MAX_EXPIRE_SECONDS = 7 * 86_400;

function expiryOf(config: Config): Pick<Point, 'expireAfterSeconds'> {
  const seconds = config.number('expire_after') ?? 0;
  return seconds > 0 && seconds <= MAX_EXPIRE_SECONDS ? { expireAfterSeconds: seconds } : {};
}

/**
 * Returns the name of a counter of energy and what it counts; undefined for other sensors. A counter that begins anew
 * each day has its own name.
 */
function energyOf(config: Config, name: string): Pick<Point, 'name' | 'counter'> | undefined {
  const kind = config.text('device_class');
  const isTotal =
    /^total/.test(config.text('state_class') ?? '') && isEnergyUnit(config.text('unit_of_measurement'));
  if (kind !== 'energy' && (kind !== undefined || !isTotal)) return undefined;
  const counter = counterOf(config.text('name') || name);
  if (!counter) return { name };
  return { name: kind === undefined ? name : counterNameOf(counter), counter };
}

export const sensor = (config: Config, name: string): MakePoint[] => [
  () => {
    const kind = config.text('device_class') ?? '';
    const unit = config.text('unit_of_measurement');
    const measured = entryOf(MEASURED, kind);
    const own = { ...(energyOf(config, name) ?? { name: measured ?? name }), ...expiryOf(config) };
    const state = (parse: (value: unknown) => unknown) =>
      needed(config.reading('state_topic', 'value_template', parse));
    const options = config.texts('options');
    if (options.length > 0)
      return { ...own, value: { type: 'choice', values: options }, readings: state(choiceOf(options)) };
    if (unit !== undefined || config.text('state_class') !== undefined || measured !== undefined)
      return { ...own, value: { type: 'number', unit }, readings: state(numberOf) };
    return { ...own, value: { type: 'text' }, readings: state(knownText) };
  },
];

export const binarySensor = (config: Config, name: string): MakePoint[] => [
  () => {
    const kind = config.text('device_class') ?? '';
    const [given, other] = [config.text('payload_on') ?? 'ON', config.text('payload_off') ?? 'OFF'];
    // A lock sensor that is on is unlocked.
    const [on, off] = kind === 'lock' ? [other, given] : [given, other];
    const seconds = config.number('off_delay');
    return {
      name: kind === 'lock' ? 'locked' : (entryOf(DETECTED, kind) ?? name),
      value: { type: 'boolean', on, off },
      readings: needed(config.reading('state_topic', 'value_template', eitherOf(on, off))),
      ...(seconds !== undefined && seconds > 0 && { offAfterSeconds: Math.min(seconds, 86_400) }),
      ...expiryOf(config),
    };
  },
];

/** Events of buttons. A message names the event in JSON. */
export const event = (config: Config): MakePoint[] => [
  () => {
    const read = (value: unknown) => {
      const message = typeof value === 'string' ? parsedJson(value) : value;
      return isMembers(message) ? knownText(message['event_type']) : undefined;
    };
    return {
      name: 'action',
      value: { type: 'choice', values: config.texts('event_types') },
      readings: needed(config.reading('state_topic', 'value_template', read)),
    };
  },
];

/** Maps a trigger of a device, e.g. a press of one of its buttons. All triggers of a device become one point. */
export const deviceAutomation = (config: Config): MakePoint[] => [
  () => {
    if (config.text('automation_type') !== 'trigger') return undefined;
    const [type = '', subtype = ''] = [config.text('type'), config.text('subtype')];
    const action = type === 'action' ? subtype : `${subtype}_${type}`;
    const payload = config.text('payload');
    const fits = (value: unknown) => payload === undefined || textOf(value) === payload;
    return {
      name: 'action',
      value: { type: 'choice', values: [action] },
      readings: needed(
        config.reading('topic', 'value_template', (value) => (fits(value) ? action : undefined)),
      ),
    };
  },
];

/** Maps the state of a firmware: a version, or an object with both and more. */
export const update = (config: Config): MakePoint[] => {
  const member = (key: string, isPlain: boolean) => (value: unknown) => {
    const given = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
    if (isMembers(given)) return knownText(given[key]);
    return isPlain ? knownText(value) : undefined;
  };
  const version = (name: string, readings: readonly Reading[]): Point | undefined =>
    readings.length === 0 ? undefined : { name, value: { type: 'text' }, readings };
  return [
    () =>
      version('firmware', config.reading('state_topic', 'value_template', member('installed_version', true))),
    () =>
      version('firmware_available', [
        ...config.reading('state_topic', 'value_template', member('latest_version', false)),
        ...config.reading('latest_version_topic', 'latest_version_template', member('latest_version', true)),
      ]),
    () => button(config, 'update', 'payload_install', 'INSTALL'),
  ];
};

/** Returns a point that only sends its one payload; undefined without a command topic. */
export function button(
  config: Config,
  name: string,
  payloadKey: string,
  defaultPayload: string,
): Point | undefined {
  const write = config.writing('command_topic', 'command_template');
  if (!write) return undefined;
  const payload = config.text(payloadKey) ?? defaultPayload;
  return { name, value: { type: 'choice', values: [payload] }, write };
}

export const deviceTracker = (config: Config): MakePoint[] => [
  () => {
    const [home, away] = [
      config.text('payload_home') ?? 'home',
      config.text('payload_not_home') ?? 'not_home',
    ];
    return {
      name: 'at_home',
      value: { type: 'boolean', on: home, off: away },
      readings: needed(config.reading('state_topic', 'value_template', eitherOf(home, away))),
    };
  },
];
