import type { UnmappedCode } from '@azulejo/contract';
import { entryOf } from '../entry-of.ts';
import { kebab } from '../template/naming.ts';
import { type Unmapped, unmapped } from '../template/unmapped.ts';
import type { Entity } from './entity.ts';
import type { At } from './tasmota-topics.ts';
import { isMembers, listOf, type Members, numberOf, textOf } from './text.ts';

type Measure = readonly [unit: string, kind?: string];

/** Units and device classes of what sensors measure. */
const MEASURED: Readonly<Record<string, Measure>> = {
  ApparentPower: ['VA', 'apparent_power'],
  ActivePower: ['W', 'power'],
  Ambient: ['lx', 'illuminance'],
  Battery: ['%', 'battery'],
  CarbonDioxide: ['ppm', 'carbon_dioxide'],
  CCT: ['K'],
  Charge: ['%', 'battery'],
  CF1: ['µg/m³'],
  'CF2.5': ['µg/m³'],
  CF10: ['µg/m³'],
  CO2: ['ppm', 'carbon_dioxide'],
  Current: ['A', 'current'],
  CurrentNeutral: ['A'],
  Deg: ['°'],
  DewPoint: ['°C'],
  Distance: ['cm'],
  eCO2: ['ppm'],
  Energy: ['kWh', 'energy'],
  ExportActive: ['kWh'],
  ExportReactive: ['kvarh'],
  ExportTariff: ['kWh'],
  Factor: ['', 'power_factor'],
  Frequency: ['Hz', 'frequency'],
  Humidity: ['%', 'humidity'],
  Illuminance: ['lx', 'illuminance'],
  ImportActive: ['kWh'],
  ImportReactive: ['kvarh'],
  Moisture: ['%', 'moisture'],
  Period: ['Wh'],
  PhaseAngle: ['°'],
  PM1: ['µg/m³', 'pm1'],
  'PM2.5': ['µg/m³', 'pm25'],
  PM10: ['µg/m³', 'pm10'],
  Power: ['W', 'power'],
  Pressure: ['hPa', 'pressure'],
  ReactivePower: ['var'],
  RSSI: ['dBm', 'signal_strength'],
  SeaPressure: ['hPa'],
  Speed: ['m/s'],
  Temperature: ['°C', 'temperature'],
  Today: ['kWh'],
  Total: ['kWh', 'energy'],
  TotalTariff: ['kWh'],
  TVOC: ['ppb'],
  Voltage: ['V', 'voltage'],
  Weight: ['kg'],
  Yesterday: ['kWh'],
};

/** The same members mean something else in the detector of lightning (tasmota.github.io, "AS3935"). */
const LIGHTNING = /^AS3935/;
const OF_LIGHTNING: Readonly<Record<string, Measure>> = { Distance: ['km'], Energy: [''] };

/** Units of the names that people give to the values of electricity meters, which Tasmota reads by scripts. */
const BY_WORDS: readonly (readonly [words: RegExp, unit: string])[] = [
  // The numbers of OBIS, e.g. `1-0:16_7_0`: the sum of all phases, and each of them.
  [/(?<!\d)(1|2|16|[246][12]|[357]6)[._]7([._]|$)/, 'W'],
  [/(?<!\d)[357]2[._]7([._]|$)/, 'V'],
  [/(?<!\d)[13579]1[._]7([._]|$)/, 'A'],
  [/(?<!\d)[1357]4[._]7([._]|$)/, 'Hz'],
  [/(?<!\d)[246]?[34][._]7([._]|$)/, 'var'],
  [/(?<!\d)[246]?9[._]7([._]|$)/, 'VA'],
  [/(?<!\d)[34][._]8([._]|$)/, 'kvarh'],
  [/_w$/i, 'W'],
  [/_wh$/i, 'Wh'],
  [/_v$/i, 'V'],
  [/_a$/i, 'A'],
  [/angle|winkel|(?<!\d)81[._]7/i, '°'],
  [/volt|spannung|^u_?(l?\d|[abc])?$/i, 'V'],
  [/amp[eè]r|^amps?(_|\d|$)|strom_?l?\d|current|^curr|^i_?(l?\d|[abc])$/i, 'A'],
  [/freq|^hz$/i, 'Hz'],
  [/power|leistung|watt|vermogen|potencia|^p_?(l?\d|[abc]|sum|in|out)?$/i, 'W'],
  [/kwh|energ|total|bezug|einspei|verbrauch|lieferung|^e_?(in|out)|[12][._]8[._]\d/i, 'kWh'],
];
/** Units of what meters count. */
const COUNTED = new Set(['Wh', 'kWh', 'kvarh', 'm³']);
/** Words of meters that count a volume. */
const VOLUME = /gas|wasser|water|[aá]gua|\beau\b/i;
const DAY = /period|today|yesterday|heute|gestern|day|tag|month|monat|year|jahr|week/i;

/** The members of a message that give the unit of others. */
const UNITS: readonly (readonly [member: string, unit: string])[] = [
  ['TempUnit', '°C'],
  ['PressureUnit', 'hPa'],
  ['SpeedUnit', 'm/s'],
];
const DEGREES: Readonly<Record<string, string>> = { C: '°C', F: '°F', K: 'K' };

/** Members that are no measurements: times, and units of others. */
const OTHERS = /^(Time|UTC|Epoch|TotalStartTime|.*Unit)$/;
/** Members by which a sensor identifies itself, and its settings. */
const ABOUT_SENSOR = /^(Id|Model|Gain|Range|Address)$/;

const MAX_SENSORS = 120;
const MAX_DEPTH = 4;

type Leaf = { readonly path: readonly (string | number)[]; readonly value: unknown };

/** Maps the sensors, which a message describes as the device sends them: numbers and texts at any depth. */
export function sensorsOf({ sn: sample }: Members, device: Members, at: At) {
  const missed: Unmapped[] = [];
  const miss = ({ path }: Leaf, code: UnmappedCode) => void missed.push(unmapped(nameOf(path), code));
  if (!isMembers(sample)) return { entities: [], unmapped: missed };
  const inputs = new Set(listOf(device['swn']).map(textOf));
  const leaves = leavesOf(sample);
  const kinds = leaves.slice(0, MAX_SENSORS).map(({ path }) => measureOf(path)[1]);
  const isShared = (kind: string | undefined) =>
    kind === undefined || kinds.indexOf(kind) !== kinds.lastIndexOf(kind);
  const entities = leaves.flatMap((leaf, index): Entity[] => {
    const [first = '', ...more] = leaf.path;
    // Inputs and shutters are parts of the device.
    if (more.length === 0 && (inputs.has(String(first)) || /^Switch\d+$/.test(String(first)))) return [];
    if (/^Shutter\d+$/.test(String(first)) || OTHERS.test(String(leaf.path.at(-1)))) return [];
    if (index >= MAX_SENSORS) miss(leaf, 'too_many_values');
    else if (leaf.path.some((step) => /['\]\\]/.test(String(step)))) miss(leaf, 'wrong_name');
    else if (more.length > 0 && ABOUT_SENSOR.test(String(leaf.path.at(-1)))) miss(leaf, 'about_sensor');
    // A sensor that did not answer when the device started is known by its name.
    else if (leaf.value === null && measureOf(leaf.path)[0] === '') miss(leaf, 'no_value');
    else if (leaf.value === null) return [sensorOf({ ...leaf, value: 0 }, sample, at, isShared)];
    else if (typeof leaf.value === 'object') miss(leaf, 'too_deep');
    else return [sensorOf(leaf, sample, at, isShared)];
    return [];
  });
  return { entities, unmapped: missed };
}

function leavesOf(value: unknown, path: Leaf['path'] = []): Leaf[] {
  const isNested =
    (typeof value === 'object' && value !== null && path.length < MAX_DEPTH) || path.length === 0;
  if (!isNested) return [{ path, value }];
  const members = Array.isArray(value) ? value.entries() : Object.entries(value as Members);
  return [...members].slice(0, 2 * MAX_SENSORS).flatMap(([step, each]) => leavesOf(each, [...path, step]));
}

/** Counts items from 1, as people do. */
const nameOf = (path: Leaf['path']): string =>
  path
    .map((step) => (typeof step === 'number' ? step + 1 : step))
    .join(' ')
    .trim();

/** Returns a name as people write it: `SCD40 CarbonDioxide` becomes `SCD40 Carbon dioxide`. */
const inWords = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/(?<=\p{Ll}{2})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`);

const pathIn = (path: Leaf['path']): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('');

function sensorOf(
  { path, value }: Leaf,
  sample: Members,
  at: At,
  isShared: (kind: string | undefined) => boolean,
): Entity {
  const name = nameOf(path);
  // A device with one phase may announce it as a list, and send it alone.
  const paths = path.at(-1) === 0 ? [path, path.slice(0, -1)] : [path];
  const measure = typeof value === 'number' || numberOf(value) !== undefined ? measureOf(path) : undefined;
  const config = {
    name,
    state_topic: paths.map(pathIn).flatMap((steps) => [
      { topic: at('tele', 'SENSOR'), template: `{{ value_json${steps} }}` },
      { topic: at('stat', 'STATUS10'), template: `{{ value_json.StatusSNS${steps} }}` },
    ]),
    ...(measure && configOf(measure, path, sample)),
  };
  // A known measurement has our name, unless several measurements would have the same name.
  const label = isShared(measure?.[1]) ? { label: inWords(name) } : {};
  return { component: 'sensor', name: kebab(name) || 'sensor', ...label, config };
}

/** Returns what a value is: by its name, or by that of the group, as in `{"Speed": {"Act": 3}}`. */
function measureOf(path: Leaf['path']): Measure {
  const words = path.filter((step) => typeof step === 'string').toReversed();
  const ofLightning = LIGHTNING.test(words.at(-1) ?? '') && entryOf(OF_LIGHTNING, words[0] ?? '');
  if (ofLightning) return ofLightning;
  if (VOLUME.test(nameOf(path)) && /total|count|volum|stand/i.test(words[0] ?? '')) return ['m³'];
  for (const word of words) {
    const known = entryOf(MEASURED, word) ?? entryOf(MEASURED, word.replace(/\d+$/, ''));
    if (known) return known;
  }
  const [name = ''] = words;
  return [BY_WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? ''];
}

function configOf([unit, kind]: Measure, path: Leaf['path'], sample: Members): Members {
  const isCounter = COUNTED.has(unit) && !DAY.test(nameOf(path));
  const shown = unitOf(unit, sample);
  return {
    state_class: isCounter ? 'total_increasing' : 'measurement',
    ...(shown !== '' && { unit_of_measurement: shown }),
    ...(kind !== undefined && { device_class: kind }),
  };
}

function unitOf(unit: string, sample: Members): string {
  const [member = ''] = UNITS.find(([, usual]) => usual === unit) ?? [];
  const given = textOf(sample[member]);
  return given === undefined ? unit : (entryOf(DEGREES, given) ?? given);
}
