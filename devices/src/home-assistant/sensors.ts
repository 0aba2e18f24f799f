import { canConvert, findUnit, type UnitKey } from '@azulejo/units';
import { entryOf } from '../entry-of.ts';
import { counterNameOf, counterOf } from '../template/counters.ts';
import { optionLabel } from '../template/naming.ts';
import { isEnergyUnit } from '../template/units.ts';
import { type Config, eitherOf, type MakePoint, OFF, type Point, type Reading, SWITCHED } from './point.ts';
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

/** What people read of a sensor that is on or off, by device class. Our names in `DETECTED` have their own words. */
const WORDS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  battery_charging: ['Charging', 'Not charging'],
  cold: ['Cold', 'Normal'],
  connectivity: ['Connected', 'Disconnected'],
  heat: ['Hot', 'Normal'],
  light: ['Light', 'Dark'],
  moving: ['Moving', 'Still'],
  plug: ['Plugged in', 'Unplugged'],
  power: ['Power', 'No power'],
  problem: ['Problem', 'OK'],
  running: ['Running', 'Not running'],
  safety: ['Unsafe', 'Safe'],
  sound: ['Detected', 'Clear'],
  update: ['Available', 'Up to date'],
};

const needed = (readings: readonly Reading[]): readonly Reading[] => {
  if (readings.length === 0) throw new NotMapped('no_state_topic');
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

/** Measurements that are numbers, though we have no names for them. */
const NUMERIC =
  /^(absolute_humidity|area|blood_glucose|conductivity|data_|distance|duration|energy|gas|irradiance|monetary|nitro|ozone|ph$|precipitation|reactive|sound|speed|sulphur|temperature_delta|volume|water|weight|wind_)/;

/** The quantity of a class of measurement, by one of its units: a battery in kWh has an energy, and no level. */
const UNITS: Readonly<Record<string, UnitKey>> = {
  battery: 'percent',
  current: 'ampere',
  energy: 'kph',
  frequency: 'hertz',
  humidity: 'percent',
  moisture: 'percent',
  power: 'watt',
  temperature: 'celsius',
  voltage: 'volt',
};

/** Spellings that are units only of the class they belong to. */
const OF_CLASS: Readonly<Record<string, string>> = {
  'duration w': 'week',
  'humidity %rH': '%',
  'moisture %vwc': '%',
  'temperature °': '°C',
};

/** Classes of measurement that do not leave the bounds of their quantity. */
const BOUNDED = new Set(['battery', 'humidity', 'moisture']);

/** Returns our name for what a sensor measures; undefined for one that is named by the device. */
function measuredBy(kind: string, unit: string | undefined): string | undefined {
  const wanted = entryOf(UNITS, kind);
  if (unit === undefined || wanted === undefined) return entryOf(MEASURED, kind);
  const key = findUnit(unit);
  const isApparent = kind === 'power' && key === 'voltampere';
  return isApparent || (key !== undefined && canConvert(key, wanted)) ? entryOf(MEASURED, kind) : undefined;
}

/** Returns the options of a setting. Their labels are in another one, for devices that have their own. */
export const optionsOf = (config: Config): { readonly values: string[]; readonly labels: string[] } => {
  const [values, given] = [config.texts('options'), config.texts('option_labels')];
  return { values, labels: values.map((value, index) => given[index] || optionLabel(value)) };
};

/** Returns the labels of off and on, for devices that have their own. */
export const wordsOf = (config: Config): { readonly words?: readonly [on: string, off: string] } => {
  const [off, on] = config.texts('option_labels');
  return off && on ? { words: [on, off] } : {};
};

export const sensor = (config: Config, name: string): MakePoint[] => [
  () => {
    const kind = config.text('device_class') ?? '';
    const given = config.text('unit_of_measurement')?.trim();
    const unit = entryOf(OF_CLASS, `${kind} ${given}`) ?? given;
    const measured = measuredBy(kind, unit);
    const own = { ...(energyOf(config, name) ?? { name: measured ?? name }), ...expiryOf(config) };
    const state = (parse: (value: unknown) => unknown) =>
      needed(config.reading('state_topic', 'value_template', parse));
    const { values, labels } = optionsOf(config);
    if (values.length > 0)
      return { ...own, value: { type: 'choice', values, labels }, readings: state(choiceOf(values)) };
    const isNumber =
      ['unit_of_measurement', 'state_class', 'suggested_display_precision'].some(
        (key) => config.text(key) !== undefined,
      ) ||
      measured !== undefined ||
      NUMERIC.test(kind);
    const isOpen = !BOUNDED.has(kind);
    if (isNumber) return { ...own, value: { type: 'number', unit, isOpen }, readings: state(numberOf) };
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
    const words = wordsOf(config).words ?? entryOf(WORDS, kind);
    return {
      name: kind === 'lock' ? 'locked' : (entryOf(DETECTED, kind) ?? name),
      value: { ...SWITCHED, ...(words && { words }) },
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
    const values = config.texts('event_types');
    return {
      name: 'action',
      value: { type: 'choice', values, labels: values.map(optionLabel) },
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
    () => button(config, 'update', 'Install', 'payload_install', 'INSTALL'),
  ];
};

/** Returns a point that only sends its one payload; undefined without a command topic. */
export function button(
  config: Config,
  name: string,
  label: string,
  payloadKey: string,
  defaultPayload: string,
): Point | undefined {
  const payload = config.text(payloadKey) ?? defaultPayload;
  const write = config.writing('command_topic', 'command_template', () => payload);
  if (!write) return undefined;
  return { name, value: { type: 'choice', values: [defaultPayload], labels: [label] }, write };
}

/** Maps where a device is: everywhere but at home is away. */
export const deviceTracker = (config: Config): MakePoint[] => {
  const [home, away] = [config.text('payload_home') ?? 'home', config.text('payload_not_home') ?? 'not_home'];
  const either = eitherOf(home, away);
  const reset = config.text('payload_reset') ?? 'None';
  const parse = (value: unknown) => {
    const zone = knownText(value);
    return zone === undefined || zone === reset ? undefined : (either(zone) ?? OFF);
  };
  const attribute = (name: string, key: string, unit?: string) => (): Point | undefined => {
    const readings = config.reading('json_attributes_topic', 'json_attributes_template', (value) => {
      const message = typeof value === 'string' ? parsedJson(value) : value;
      return isMembers(message) ? numberOf(message[key]) : undefined;
    });
    const isGps = (config.text('source_type') ?? 'gps') === 'gps';
    return readings.length === 0 || !isGps ? undefined : { name, value: { type: 'number', unit }, readings };
  };
  return [
    () => {
      const readings = config.reading('state_topic', 'value_template', parse);
      const isGps = config.text('json_attributes_topic') !== undefined;
      if (readings.length === 0 && isGps) return undefined;
      return { name: 'at_home', value: SWITCHED, readings: needed(readings) };
    },
    attribute('latitude', 'latitude', '°'),
    attribute('longitude', 'longitude', '°'),
    attribute('gps_accuracy', 'gps_accuracy', 'm'),
  ];
};
