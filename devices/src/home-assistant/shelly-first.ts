import { type Unmapped, unmapped } from '../template/unmapped.ts';
import type { Announcement, Entity } from './entity.ts';
import { commandTopic } from './point.ts';
import { isMembers, listOf, type Members, numberOf, textOf } from './text.ts';

/** What a Shelly of the first generation says of itself: by `announce` who it is, and by `info` what it has. */
export type FirstShellyAnswers = { readonly announce: Members; readonly info: Members };

/** The topic to which all devices of the first generation listen. */
export const FIRST_SHELLIES = 'shellies';

/** Devices with a battery report at least twice a day, and are offline meanwhile. */
const SLEEP_SECONDS = 93_600;
const MAX_PARTS = 16;
const MAX_UNREAD = 50;
/** Models whose inputs are buttons: they report presses. */
const BUTTONS = /^SH(BTN|IX3)/;
const PRESSES = [
  ['S', 'single'],
  ['SS', 'double'],
  ['SSS', 'triple'],
  ['L', 'long'],
  ['SL', 'single_long'],
  ['LS', 'long_single'],
] as const;

/** Members of `info` that are read, or that are no values of the home: the network, the firmware, the memory … */
const KNOWN = new Set([
  ...['relays', 'rollers', 'lights', 'meters', 'emeters', 'thermostats', 'inputs', 'adcs', 'sensor', 'tmp'],
  'valves',
  ...['hum', 'bat', 'lux', 'concentration', 'accel', 'temperature', 'flood', 'smoke', 'motion', 'gas_sensor'],
  ...['overtemperature', 'overload', 'loaderror', 'voltage'],
  ...['ext_sensors', 'ext_temperature', 'ext_humidity', 'ext_switch'],
  // The same as what is read.
  ...['temperature_status', 'total_power', 'input'],
  ...[
    'settings',
    'name',
    'wifi_sta',
    'cloud',
    'mqtt',
    'time',
    'unixtime',
    'serial',
    'mac',
    'cfg_changed_cnt',
  ],
  ...['actions_stats', 'has_update', 'update', 'fw_info', 'uptime', 'ram_total', 'ram_free', 'ram_lwm'],
  ...['fs_size', 'fs_free', 'fs_mounted', 'is_valid', 'connect_retries', 'act_reasons', 'mode', 'night_mode'],
  ...['calibrated', 'calib_progress', 'calibrate_progress', 'v_data', 'ct_calst'],
]);

type Device = { readonly base: string; readonly model: string; readonly info: Members };

/** Reads a device in the terms of Home Assistant (shelly-api-docs.shelly.cloud, "Gen1, MQTT"). */
export function readFirstShelly({ announce, info }: FirstShellyAnswers): Announcement {
  const id = textOf(announce['id']) ?? '';
  const base = `${FIRST_SHELLIES}/${id}`;
  const model = textOf(announce['model'])?.slice(0, 80) || 'Device';
  const device: Device = { base, model, info };
  const settings = isMembers(info['settings']) ? info['settings'] : {};
  const name = textOf(announce['name'] ?? info['name'] ?? settings['name'])?.slice(0, 80) || id;
  const presence =
    'bat' in info && !('thermostats' in info) ? { expire_after: SLEEP_SECONDS } : onlineOf(base);
  const entities = [
    ...partsOf(info, 'relays').flatMap((_, index, all) => relay(device, index, all.length)),
    ...partsOf(info, 'rollers').flatMap((_, index, all) => roller(device, index, all.length)),
    ...partsOf(info, 'lights').flatMap((light, index, all) => lamp(device, light, index, all.length)),
    ...partsOf(info, 'emeters').flatMap((meter, index, all) => circuit(device, meter, index, all.length)),
    ...partsOf(info, 'thermostats').flatMap((_, index) => radiator(device, index)),
    ...partsOf(info, 'valves').flatMap((valve, index, all) => valveOf(device, valve, index, all.length)),
    ...inputs(device),
    ...measurements(device),
  ];
  return {
    device: { key: id, name, vendor: 'Shelly', model, area: '', identifiers: [id, name], origin: 'Shelly' },
    entities: entities.map((entity) => ({
      ...entity,
      config: {
        ...(/sensor$/.test(entity.component) || !('expire_after' in presence) ? presence : {}),
        ...entity.config,
      },
    })),
    asks: [{ topic: commandTopic(`${base}/command`), payload: 'update', retain: false }],
    unmapped: unreadIn(info),
  };
}

const unreadIn = (info: Members): Unmapped[] =>
  Object.keys(info)
    .filter((member) => !KNOWN.has(member))
    .slice(0, MAX_UNREAD)
    .map((feature) => unmapped(feature, 'unknown_member'));

const onlineOf = (base: string): Members => ({
  availability_topic: `${base}/online`,
  payload_available: 'true',
  payload_not_available: 'false',
});

const partsOf = (info: Members, key: string): Members[] =>
  listOf(info[key]).filter(isMembers).slice(0, MAX_PARTS);

const numbered = (name: string, index: number, count: number): string =>
  count === 1 ? name : `${name}${name === '' ? '' : '-'}${index + 1}`;

const ON_OFF = { payload_on: 'on', payload_off: 'off' };

/** Maps a relay, with the power and the energy in watt minutes that some count. */
function relay(device: Device, index: number, count: number): Entity[] {
  const topic = `${device.base}/relay/${index}`;
  const config = { state_topic: topic, command_topic: `${topic}/command`, ...ON_OFF };
  return [
    { component: 'switch', name: numbered('', index, count), config },
    ...consumption(device, 'relay', index, count),
  ];
}

/** Models that report the power that their owner told them, and publish none. */
const WITHOUT_METER = new Set(['SHSW-1']);

/** Maps the power of a part. Relays with a meter have it under their own topic. */
const consumption = ({ base, model, info }: Device, part: string, index: number, count: number): Entity[] =>
  WITHOUT_METER.has(model) || partsOf(info, 'meters')[index]?.['power'] === undefined
    ? []
    : [
        measured(numbered('power', index, count), `${base}/${part}/${index}/power`, 'W', 'power'),
        measured(numbered('energy', index, count), `${base}/${part}/${index}/energy`, 'Wmin', 'energy'),
      ];

function roller(device: Device, index: number, count: number): Entity[] {
  const topic = `${device.base}/roller/${index}`;
  const config = {
    state_topic: topic,
    command_topic: `${topic}/command`,
    ...{ payload_open: 'open', payload_close: 'close', payload_stop: 'stop' },
    ...{ state_closed: 'close', state_stopped: 'stop' },
    ...(partsOf(device.info, 'rollers')[index]?.['positioning'] === true && {
      position_topic: `${topic}/pos`,
      set_position_topic: `${topic}/command/pos`,
    }),
  };
  return [
    { component: 'cover', name: numbered('', index, count), config },
    ...consumption(device, 'roller', index, count),
  ];
}

/** Returns the name of a light's topics, which depends on the model and on the mode in which it is. */
function topicOfLight({ model }: Device, light: Members): string {
  if (/^SH(BLB|CB|RGBWW)/.test(model)) return 'color';
  if (!/^SHRGBW/.test(model)) return 'light';
  return light['mode'] === 'white' || !('red' in light) ? 'white' : 'color';
}

function lamp(device: Device, light: Members, index: number, count: number): Entity[] {
  const part = topicOfLight(device, light);
  const topic = `${device.base}/${part}/${index}`;
  const state = (member: string) => [{ topic: `${topic}/status`, template: `{{ value_json.${member} }}` }];
  // A brightness or colour alone would not switch the light on.
  const set = (template: string) => `{"turn":"on",${template}}`;
  const level = part === 'color' ? 'gain' : 'brightness';
  const config = {
    ...{ state_topic: topic, command_topic: `${topic}/command`, ...ON_OFF },
    ...(level in light && {
      ...{ brightness_state_topic: state(level), brightness_scale: 100 },
      ...{
        brightness_command_topic: `${topic}/set`,
        brightness_command_template: set(`"${level}":{{ value }}`),
      },
    }),
    ...('temp' in light && {
      ...{ color_temp_state_topic: state('temp'), color_temp_kelvin: true },
      ...{ min_kelvin: part === 'color' ? 3000 : 2700, max_kelvin: 6500 },
      ...{ color_temp_command_topic: `${topic}/set`, color_temp_command_template: set('"temp":{{ value }}') },
    }),
    ...(part === 'color' && {
      rgb_state_topic: `${topic}/status`,
      rgb_value_template: '{{ value_json.red }},{{ value_json.green }},{{ value_json.blue }}',
      rgb_command_topic: `${topic}/set`,
      rgb_command_template: set('"red":{{ red }},"green":{{ green }},"blue":{{ blue }}'),
    }),
  };
  return [
    { component: 'light', name: numbered('', index, count), config },
    ...consumption(device, part, index, count),
  ];
}

type Measure = readonly [name: string, topic: string, unit: string, kind?: string];

/** What a circuit of a meter measures. */
const CIRCUIT: readonly (readonly [member: string, name: string, unit: string, kind?: string])[] = [
  ['power', 'power', 'W', 'power'],
  ['voltage', 'voltage', 'V', 'voltage'],
  ['current', 'current', 'A', 'current'],
  ['reactive_power', 'power-reactive', 'var'],
  ['reactive', 'power-reactive', 'var'],
  ['pf', 'power-factor', '', 'power_factor'],
  ['total', 'energy', 'Wh', 'energy'],
  ['total_returned', 'energy-returned', 'Wh', 'energy'],
];

const circuit = ({ base }: Device, meter: Members, index: number, count: number): Entity[] =>
  CIRCUIT.filter(([member]) => member in meter).map(([member, name, unit, kind]) =>
    measured(
      numbered(name, index, count),
      `${base}/emeter/${index}/${member === 'reactive' ? 'reactive_power' : member}`,
      unit,
      kind,
    ),
  );

function measured(...[name, topic, unit, kind]: Measure): Entity {
  const config = {
    state_topic: topic,
    state_class: kind === 'energy' ? 'total_increasing' : 'measurement',
    ...(unit !== '' && { unit_of_measurement: unit }),
    ...(kind !== undefined && { device_class: kind }),
  };
  return { component: 'sensor', name, config };
}

/** Maps the valve of a radiator, which reports itself as a whole. */
function radiator({ base, info }: Device, index: number): Entity[] {
  const from = (member: string) => [
    { topic: `${base}/info`, template: `{{ value_json.thermostats[${index}].${member} }}` },
  ];
  const config = {
    temperature_state_topic: from('target_t.value'),
    temperature_command_topic: `${base}/thermostat/${index}/command/target_t`,
    current_temperature_topic: from('tmp.value'),
    ...{ min_temp: 4, max_temp: 31, temp_step: 0.5 },
  };
  const valve = { state_topic: from('pos'), unit_of_measurement: '%', state_class: 'measurement' };
  const charge = [{ topic: `${base}/info`, template: '{{ value_json.bat.value }}' }];
  const battery: Entity = {
    component: 'sensor',
    name: 'battery',
    config: { state_topic: charge, unit_of_measurement: '%', device_class: 'battery' },
  };
  return [
    { component: 'climate', name: '', config },
    { component: 'sensor', name: 'valve', config: valve },
    ...('bat' in info && index === 0 ? [battery] : []),
  ];
}

/** Maps the valve that a detector of gas closes; most have none. */
function valveOf({ base }: Device, valve: Members, index: number, count: number): Entity[] {
  if (valve['state'] === 'not_connected') return [];
  const config = {
    ...{ state_topic: `${base}/valve/${index}/state`, command_topic: `${base}/valve/${index}/command` },
    ...{ payload_open: 'open', payload_close: 'close', state_open: 'opened' },
  };
  return [{ component: 'valve', name: numbered('', index, count), config }];
}

function inputs({ base, model, info }: Device): Entity[] {
  return partsOf(info, 'inputs').flatMap((_, index, all) => {
    const name = numbered('input', index, all.length);
    const state = { state_topic: `${base}/input/${index}`, payload_on: '1', payload_off: '0' };
    return BUTTONS.test(model) ? presses(base, index) : [{ component: 'binary_sensor', name, config: state }];
  });
}

const presses = (base: string, index: number): Entity[] =>
  PRESSES.map(([payload, type]) => ({
    component: 'device_automation',
    name: `button-${index + 1}`,
    config: {
      automation_type: 'trigger',
      topic: `${base}/input_event/${index}`,
      value_template: '{{ value_json.event }}',
      ...{ payload, type, subtype: `button_${index + 1}` },
    },
  }));

/** Sensors of the device: the member of `info` that it then has, and the topic of its values. */
const SENSORS: readonly (readonly [member: string, ...Measure])[] = [
  ['hum', 'humidity', 'sensor/humidity', '%', 'humidity'],
  ['bat', 'battery', 'sensor/battery', '%', 'battery'],
  ['lux', 'illuminance', 'sensor/lux', 'lx', 'illuminance'],
  ['concentration', 'gas-concentration', 'sensor/concentration', 'ppm'],
  ['accel', 'tilt', 'sensor/tilt', '°'],
  ['temperature', 'device-temperature', 'temperature', '°C'],
  ['voltage', 'voltage', 'voltage', 'V', 'voltage'],
];
type Detected = readonly [
  member: string,
  name: string,
  topic: string,
  kind: string,
  on: string,
  off: string,
  template?: string,
];
/** What a device detects. */
const DETECTED: readonly Detected[] = [
  ['flood', 'moisture', 'sensor/flood', 'moisture', 'true', 'false'],
  ['smoke', 'smoke', 'sensor/smoke', 'smoke', 'true', 'false'],
  ['accel', 'vibration', 'sensor/vibration', 'vibration', '1', '0'],
  ['motion', 'motion', 'sensor/motion', 'motion', 'true', 'false'],
  // The alarm is mild or heavy. A test is none, and before the sensor is warm, nothing is known.
  [
    ...(['gas_sensor', 'gas', 'sensor/gas', 'gas', 'on', 'off'] as const),
    "{{ {'mild': 'on', 'heavy': 'on', 'none': 'off', 'test': 'off'}.get(value) }}",
  ],
  ['overtemperature', 'overtemperature', 'overtemperature', 'heat', '1', '0'],
  ['overload', 'overload', 'overload', 'problem', '1', '0'],
  ['loaderror', 'load-error', 'loaderror', 'problem', '1', '0'],
];
/** What a detector of gas says of itself. */
const CONDITIONS: readonly (readonly [name: string, topic: string, words: readonly string[]])[] = [
  ['operation', 'sensor/operation', ['warmup', 'normal', 'fault']],
  ['self-test', 'sensor/self_test', ['not_completed', 'pending', 'running', 'completed']],
];

const detected = (name: string, kind: string, config: Members): Entity => ({
  component: 'binary_sensor',
  name,
  config: { device_class: kind, ...config },
});

function measurements({ base, info }: Device): Entity[] {
  const has = (member: string) => info[member] !== undefined;
  const tmp = isMembers(info['tmp']) ? info['tmp'] : undefined;
  const unit = tmp?.['units'] === 'F' ? '°F' : '°C';
  return [
    // Devices on mains repeat their inner temperature, and report no other.
    ...(tmp && !has('temperature')
      ? [measured('temperature', `${base}/sensor/temperature`, unit, 'temperature')]
      : []),
    ...SENSORS.filter(([member]) => has(member) && !('thermostats' in info)).map(
      ([, name, topic, own, kind]) => measured(name, `${base}/${topic}`, own, kind),
    ),
    ...DETECTED.filter(([member]) => has(member)).map(([, name, topic, kind, on, off, template]) =>
      detected(name, kind, {
        ...{ state_topic: `${base}/${topic}`, payload_on: on, payload_off: off },
        ...(template !== undefined && { value_template: template }),
      }),
    ),
    ...(has('gas_sensor') ? CONDITIONS : []).map(([name, topic, options]) => ({
      component: 'sensor',
      name,
      config: { state_topic: `${base}/${topic}`, options, entity_category: 'diagnostic' },
    })),
    ...ofSensor(base, info),
    ...outside(base, info),
  ];
}

/** Maps the contact of a door or window, or a detector of motion. */
function ofSensor(base: string, { sensor }: Members): Entity[] {
  if (!isMembers(sensor)) return [];
  const contact = { state_topic: `${base}/sensor/state`, payload_on: 'open', payload_off: 'close' };
  const moved = (kind: string) =>
    detected(kind, kind, {
      state_topic: [{ topic: `${base}/status`, template: `{{ value_json.${kind} }}` }],
      ...{ payload_on: 'true', payload_off: 'false' },
    });
  return [
    ...('state' in sensor ? [detected('opening', 'opening', contact)] : []),
    ...('motion' in sensor ? ['motion', 'vibration'].map(moved) : []),
  ];
}

/** Maps what is wired to a device or to its add-on: thermometers, hygrometers, a switch and a voltage. */
const outside = (base: string, info: Members): Entity[] => [
  ...(['temperature', 'humidity'] as const).flatMap((kind) =>
    idsIn(info[`ext_${kind}`]).map((id, index, ids) =>
      measured(
        numbered(kind, index, ids.length),
        `${base}/ext_${kind}/${id}`,
        kind === 'temperature' ? '°C' : '%',
        kind,
      ),
    ),
  ),
  ...idsIn(info['ext_switch']).map((id, index, ids) => ({
    component: 'binary_sensor',
    name: numbered('external-switch', index, ids.length),
    config: { state_topic: `${base}/ext_switch/${id}`, payload_on: '1', payload_off: '0' },
  })),
  ...partsOf(info, 'adcs').map((_, index, all) =>
    measured(numbered('input-voltage', index, all.length), `${base}/adc/${index}`, 'V', 'voltage'),
  ),
];

const idsIn = (found: unknown): string[] =>
  isMembers(found)
    ? Object.keys(found)
        .filter((id) => numberOf(id) !== undefined)
        .slice(0, MAX_PARTS)
    : [];
