import { kebab } from '../template/naming.ts';
import { type Unmapped, unmapped } from '../template/unmapped.ts';
import type { Entity } from './entity.ts';
import { type Component, type Device, ownName, pushes, stateOf } from './shelly-rpc.ts';
import { isMembers, type Members, numberOf } from './text.ts';

/** The name, unit and device class of a measurement, and whether it describes the device itself. */
type Measure = readonly [name: string, unit: string, kind?: string | undefined, isOfDevice?: boolean];

/** Members of a component's status that are measurements (shelly-api-docs.shelly.cloud, "Components"). */
const MEASURED: Readonly<Record<string, Measure>> = {
  apower: ['power', 'W', 'power'],
  act_power: ['power', 'W', 'power'],
  total_act_power: ['power', 'W', 'power'],
  aprt_power: ['power-apparent', 'VA', 'apparent_power'],
  aprtpower: ['power-apparent', 'VA', 'apparent_power'],
  total_aprt_power: ['power-apparent', 'VA', 'apparent_power'],
  pf: ['power-factor', '', 'power_factor'],
  voltage: ['voltage', 'V', 'voltage'],
  xvoltage: ['voltage-scaled', ''],
  current: ['current', 'A', 'current'],
  total_current: ['current', 'A', 'current'],
  n_current: ['current-neutral', 'A'],
  freq: ['frequency', 'Hz', 'frequency'],
  xfreq: ['frequency-scaled', ''],
  ...phases('a', 'b', 'c'),
  'aenergy.total': ['energy', 'Wh', 'energy'],
  total_act_energy: ['energy', 'Wh', 'energy'],
  total_act: ['energy', 'Wh', 'energy'],
  'ret_aenergy.total': ['energy-returned', 'Wh', 'energy'],
  total_act_ret_energy: ['energy-returned', 'Wh', 'energy'],
  total_act_ret: ['energy-returned', 'Wh', 'energy'],
  tC: ['temperature', '°C', 'temperature'],
  'temperature.tC': ['device-temperature', '°C', undefined, true],
  rh: ['humidity', '%', 'humidity'],
  lux: ['illuminance', 'lx', 'illuminance'],
  illumination: ['brightness-of-room', '', 'enum'],
  num_objects: ['detected-objects', ''],
  percent: ['input-level', '%'],
  xpercent: ['input-level-scaled', ''],
  'counts.total': ['count', ''],
  'counts.xtotal': ['count-scaled', ''],
  pos: ['valve', '%'],
  current_humidity: ['humidity', '%', 'humidity'],
  'battery.percent': ['battery', '%', 'battery'],
  'battery.V': ['battery-voltage', 'V', undefined, true],
  battery: ['battery', '%', 'battery'],
  rssi: ['signal-strength', 'dBm', 'signal_strength', true],
};

/** Returns the measurements of the phases of a meter. */
function phases(...names: readonly string[]): Record<string, Measure> {
  const each = names.map(
    (phase): Record<string, Measure> => ({
      [`${phase}_act_power`]: [`power-${phase}`, 'W', 'power'],
      [`${phase}_aprt_power`]: [`power-apparent-${phase}`, 'VA', 'apparent_power'],
      [`${phase}_voltage`]: [`voltage-${phase}`, 'V', 'voltage'],
      [`${phase}_current`]: [`current-${phase}`, 'A', 'current'],
      [`${phase}_pf`]: [`power-factor-${phase}`, '', 'power_factor'],
      [`${phase}_freq`]: [`frequency-${phase}`, 'Hz', 'frequency'],
      [`${phase}_total_act_energy`]: [`energy-phase-${phase}`, 'Wh', 'energy'],
      [`${phase}_total_act_ret_energy`]: [`energy-returned-phase-${phase}`, 'Wh', 'energy'],
    }),
  );
  return Object.assign({}, ...each);
}

/** Numbers that are no measurements: settings, times, the same in another unit, and what parts of a device are about. */
const OTHERS =
  /^(id|.*\.tF|tF|.*by_minute|.*minute_ts|.*_ts|.*_at|.*_duration|ts|target_.*|current_C|current_F|current_pos|slat_pos|brightness|ct|white|transition.*|packet_id|value|cfg_rev|rpc|rsv|errors|.*counts\.by_minute|.*counts\.xby_minute)$/;

/** Components that measure one thing, for which their name stands. */
const SINGLE: ReadonlySet<string> = new Set(['temperature', 'humidity', 'voltmeter', 'illuminance']);
/** How bright a room is. */
const ILLUMINATION = ['dark', 'twilight', 'bright'];
/** The first number of components of an add-on. */
const ADD_ON = 100;

const KIND_OF_OTHERS: ReadonlySet<string> = new Set(['script', 'group', 'service', 'bthomesensor', 'object']);
const FLAGS: ReadonlySet<string> = new Set(['boolean', 'number', 'enum', 'text', 'button']);

const memberOf = (status: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (isMembers(value) ? value[step] : undefined), status);

/** Maps measurements. Several components may measure the same, e.g. the power of each switch. */
export function sensors(device: Device, all: readonly Component[], missed: Unmapped[]): Entity[] {
  const components = all.filter(({ kind }) => !KIND_OF_OTHERS.has(kind) && !FLAGS.has(kind));
  const found = components.flatMap((component) =>
    Object.entries(MEASURED)
      .filter(([path, [, , kind]]) => isMeasured(memberOf(component.status, path), kind))
      .map(([path, measure]) => ({ component, path, measure })),
  );
  for (const { key, status } of components)
    for (const path of numbersIn(status).filter((each) => !(each in MEASURED) && !OTHERS.test(each)))
      missed.push(unmapped(`${key} ${path}`, 'unknown_number'));
  return found.map(({ component, path, measure: [name, unit, kind, isOfDevice] }) => {
    const ids = found.filter(({ measure }) => measure[0] === name).map((each) => each.component.id);
    // Shelly numbers the sensors of an add-on from 100.
    const isOfAddOn = ids.every((id) => id >= ADD_ON);
    const own = ids.length === 1 ? name : `${name}-${component.id + 1 - (isOfAddOn ? ADD_ON : 0)}`;
    const label = SINGLE.has(component.kind) ? ownName(component) : '';
    const config = {
      ...stateOf(device, component, path),
      ...(unit !== '' && { unit_of_measurement: unit }),
      ...(kind !== undefined && { device_class: kind }),
      ...(kind === 'enum'
        ? { options: ILLUMINATION }
        : { state_class: kind === 'energy' ? 'total_increasing' : 'measurement' }),
      ...(isOfDevice === true && { entity_category: 'diagnostic' }),
    };
    return { component: 'sensor', name: own, ...(label !== '' && { label }), config };
  });
}

/** A member may have no value yet: its name tells what it will be. */
const isMeasured = (value: unknown, kind: string | undefined): boolean =>
  value === null || typeof value === (kind === 'enum' ? 'string' : 'number');

const numbersIn = (status: Members, prefix = ''): string[] =>
  Object.entries(status).flatMap(([key, value]) => {
    if (typeof value === 'number') return [prefix + key];
    return isMembers(value) && prefix === '' ? numbersIn(value, `${key}.`) : [];
  });

/** What sensors by Bluetooth measure, by the number of the object (bthome.io, "Format"): unit and device class. */
const OBJECTS: ReadonlyMap<number, readonly [unit: string, kind?: string]> = new Map<
  number,
  readonly [unit: string, kind?: string]
>([
  [0x01, ['%', 'battery']],
  ...[0x02, 0x45, 0x57, 0x58].map((id) => [id, ['°C', 'temperature']] as const),
  ...[0x03, 0x2e].map((id) => [id, ['%', 'humidity']] as const),
  [0x04, ['hPa', 'pressure']],
  [0x05, ['lx', 'illuminance']],
  [0x06, ['kg']],
  [0x07, ['lb']],
  [0x08, ['°C']],
  ...[0x0a, 0x4d].map((id) => [id, ['kWh', 'energy']] as const),
  ...[0x0b, 0x5c].map((id) => [id, ['W', 'power']] as const),
  ...[0x0c, 0x4a].map((id) => [id, ['V', 'voltage']] as const),
  [0x0d, ['µg/m³', 'pm25']],
  [0x0e, ['µg/m³', 'pm10']],
  [0x12, ['ppm', 'carbon_dioxide']],
  [0x13, ['µg/m³', 'volatile_organic_compounds']],
  ...[0x14, 0x2f].map((id) => [id, ['%', 'moisture']] as const),
  ...[0x3f, 0x5e].map((id) => [id, ['°']] as const),
  ...[0x40, 0x5f].map((id) => [id, ['mm']] as const),
  [0x41, ['m']],
  [0x42, ['s']],
  ...[0x43, 0x5d].map((id) => [id, ['A', 'current']] as const),
  ...[0x44, 0x62].map((id) => [id, ['m/s']] as const),
  ...[0x47, 0x4e, 0x4f, 0x55].map((id) => [id, ['L']] as const),
  [0x48, ['mL']],
  [0x49, ['m³/h']],
  ...[0x4b, 0x4c].map((id) => [id, ['m³']] as const),
  ...[0x51, 0x63].map((id) => [id, ['m/s²']] as const),
  [0x52, ['°/s']],
  [0x56, ['µS/cm']],
  [0x61, ['rpm']],
]);
/** A text, and raw bytes. */
const TEXTS: ReadonlySet<number> = new Set([0x53, 0x54]);
/** What sensors by Bluetooth detect. The first one does not say what it is. */
const DETECTED: ReadonlyMap<number, string> = new Map([
  [0x0f, ''],
  [0x10, 'power'],
  [0x11, 'opening'],
  [0x15, 'battery'],
  [0x16, 'battery_charging'],
  [0x17, 'carbon_monoxide'],
  [0x18, 'cold'],
  [0x19, 'connectivity'],
  [0x1a, 'door'],
  [0x1b, 'garage_door'],
  [0x1c, 'gas'],
  [0x1d, 'heat'],
  [0x1e, 'light'],
  [0x1f, 'lock'],
  [0x20, 'moisture'],
  [0x21, 'motion'],
  [0x22, 'moving'],
  [0x23, 'occupancy'],
  [0x24, 'plug'],
  [0x25, 'presence'],
  [0x26, 'problem'],
  [0x27, 'running'],
  [0x28, 'safety'],
  [0x29, 'smoke'],
  [0x2a, 'sound'],
  [0x2b, 'tamper'],
  [0x2c, 'vibration'],
  [0x2d, 'window'],
]);
const BUTTON = 0x3a;

/** Maps a sensor by Bluetooth, whose values the device passes on. */
export function bluetooth(device: Device, component: Component): Entity[] {
  const { id, config, status } = component;
  const object = numberOf(config['obj_id']) ?? -1;
  const name = kebab(ownName(component)) || `bluetooth-${id}`;
  if (object === BUTTON) return pushes(device, component, name);
  const state = stateOf(device, component, 'value');
  const detected = DETECTED.get(object);
  if (detected !== undefined || typeof status['value'] === 'boolean') {
    const words = { payload_on: 'true', payload_off: 'false', ...(detected && { device_class: detected }) };
    return [{ component: 'binary_sensor', name, config: { ...state, ...words } }];
  }
  const [unit = '', kind] = OBJECTS.get(object) ?? [];
  const measured = {
    ...(unit !== '' && { unit_of_measurement: unit }),
    ...(kind !== undefined && { device_class: kind }),
    ...(typeof status['value'] !== 'string' &&
      !TEXTS.has(object) && {
        state_class: kind === 'energy' ? 'total_increasing' : 'measurement',
      }),
  };
  return [{ component: 'sensor', name, config: { ...state, ...measured } }];
}
