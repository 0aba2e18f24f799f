import { entryOf } from '../entry-of.ts';
import type { AnnouncedBy, Announcement, Entity } from './entity.ts';
import { commandTopic } from './point.ts';
import { isMembers, listOf, type Members, NotMapped, numberOf, textOf } from './text.ts';
import { parsedJson } from './value-template.ts';

/** The part of a topic after `tasmota/discovery/` (tasmota.github.io, "MQTT discovery"). */
const TOPIC = /^([0-9A-F]{12})\/(config|sensors)$/;

export const isTasmotaTopic = (topic: string): boolean => TOPIC.test(topic);

/** These are kinds of relays. */
const RELAY = 1;
const LIGHT = 2;
const SHUTTER = 3;
/** Kinds of lights: a dimmer has one channel, and those with colours have three or more. */
const COLD_AND_WARM = 2;
const RGB = 3;
const RGB_COLD_AND_WARM = 5;
/** These are options of the device (`SetOption…`). */
const AS_LIGHT = '30';
const BUTTON_MESSAGES = '73';
const NARROW_TEMPERATURES = '82';

const MAX_PARTS = 32;
const ACTIONS = ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUAD', 'PENTA', 'HOLD'];

/** Units and device classes of what sensors measure. */
const MEASURED: Readonly<Record<string, readonly [unit: string, kind?: string]>> = {
  ApparentPower: ['VA', 'apparent_power'],
  Battery: ['%', 'battery'],
  CarbonDioxide: ['ppm', 'carbon_dioxide'],
  Current: ['A', 'current'],
  DewPoint: ['°C'],
  Factor: [''],
  Frequency: ['Hz', 'frequency'],
  Humidity: ['%', 'humidity'],
  Illuminance: ['lx', 'illuminance'],
  Moisture: ['%', 'moisture'],
  'PM2.5': ['µg/m³', 'pm25'],
  PM10: ['µg/m³', 'pm10'],
  Power: ['W', 'power'],
  Pressure: ['hPa', 'pressure'],
  ReactivePower: ['var'],
  Temperature: ['°C', 'temperature'],
  Today: ['kWh'],
  Total: ['kWh', 'energy'],
  Voltage: ['V', 'voltage'],
  Yesterday: ['kWh'],
};

/**
 * Reads a message of Tasmota's own discovery in the terms of Home Assistant's. `config` is the device's other
 * message, which has its topics, when this one is about its sensors. Returns undefined for a removal.
 * Throws NotMapped.
 */
export function readTasmota(topic: string, payload: string, config: string): Announcement | undefined {
  const [, mac = '', part] = TOPIC.exec(topic) ?? [];
  if (mac === '') throw new NotMapped('a topic that is none of Tasmota’s discovery');
  if (payload.trim() === '' || config.trim() === '') return undefined;
  const device = parsedJson(config);
  const message = parsedJson(payload);
  if (!isMembers(device) || !isMembers(message)) throw new NotMapped('a message that is no JSON object');
  const at = topicsOf(device);
  const shared = {
    availability_topic: at('tele', 'LWT'),
    payload_available: device['onln'] ?? 'Online',
    payload_not_available: device['ofln'] ?? 'Offline',
  };
  const found = part === 'config' ? parts(device, at) : sensors(message, at);
  const entities = found.map((entity) => ({ ...entity, config: { ...shared, ...entity.config } }));
  const asks = [{ topic: commandTopic(at('cmnd', 'STATE')), payload: '', retain: false }];
  return { device: announcedBy(device, mac), entities, ...(part === 'config' && { asks }) };
}

type At = (prefix: 'cmnd' | 'stat' | 'tele', name: string) => string;

/** Returns the function that makes the device's topics, e.g. of `%prefix%/%topic%/`. */
function topicsOf(device: Members): At {
  const [full, own] = [textOf(device['ft']), textOf(device['t'])];
  const prefixes = listOf(device['tp']).map(textOf);
  if (full === undefined || own === undefined || prefixes.length < 3)
    throw new NotMapped('a device without topics');
  return (prefix, name) => {
    const place = prefixes[['cmnd', 'stat', 'tele'].indexOf(prefix)] ?? prefix;
    return full.replace('%prefix%', place).replace('%topic%', own) + name;
  };
}

function announcedBy(device: Members, mac: string): AnnouncedBy {
  const name = textOf(device['dn']) || textOf(device['hn']) || mac;
  const model = textOf(device['md']) || 'Device';
  const cut = (text: string) => text.slice(0, 80);
  return {
    key: mac,
    name: cut(name),
    vendor: 'Tasmota',
    model: cut(model),
    area: '',
    identifiers: [mac, name, model],
    origin: 'Tasmota',
  };
}

function parts(device: Members, at: At): Entity[] {
  const relays = listOf(device['rl']).slice(0, MAX_PARTS).map(numberOf);
  const switched = relays.filter((kind) => kind === RELAY || kind === LIGHT);
  const options = isMembers(device['so']) ? device['so'] : {};
  const [off = 'OFF', on = 'ON'] = listOf(device['state']).map(textOf);
  const shutters = relays.flatMap((kind, index) => (kind === SHUTTER ? [index] : []));
  const stateOf = (member: string, name: string) => ({
    [name]: [at('stat', 'RESULT'), at('tele', 'STATE')],
    [name
      .replace('topic', 'template')
      .replace('state_template', 'value_template')]: `{{ value_json.${member} }}`,
  });
  const entityOf = (kind: number | undefined, index: number): Entity[] => {
    if (kind !== RELAY && kind !== LIGHT) return [];
    const number = switched.length === 1 ? '' : String(index + 1);
    const state = {
      ...stateOf(`POWER${number}`, 'state_topic'),
      command_topic: at('cmnd', `POWER${number}`),
      payload_on: on,
      payload_off: off,
    };
    if (kind === RELAY && numberOf(options[AS_LIGHT]) !== 1)
      return [{ component: 'switch', name: number, config: state }];
    const more = kind === LIGHT ? lightConfig(numberOf(device['lt_st']) ?? 0, options, at, stateOf) : {};
    return [{ component: 'light', name: number, config: { ...state, ...more } }];
  };
  return [
    ...relays.flatMap(entityOf),
    // Each shutter has two relays.
    ...shutters
      .filter((_, index) => index % 2 === 0)
      .map((_, index, all) => shutter(index + 1, all.length, at)),
    ...(numberOf(options[BUTTON_MESSAGES]) === 1 ? buttons(device, at) : []),
  ];
}

function lightConfig(
  kind: number,
  options: Members,
  at: At,
  stateOf: (member: string, name: string) => Members,
): Members {
  const isNarrow = numberOf(options[NARROW_TEMPERATURES]) === 1;
  const hasTemperature = kind === COLD_AND_WARM || kind === RGB_COLD_AND_WARM;
  return {
    ...stateOf('Dimmer', 'brightness_state_topic'),
    brightness_command_topic: at('cmnd', 'Dimmer'),
    brightness_scale: 100,
    ...(hasTemperature && {
      ...stateOf('CT', 'color_temp_state_topic'),
      color_temp_command_topic: at('cmnd', 'CT'),
      min_mireds: isNarrow ? 200 : 153,
      max_mireds: isNarrow ? 380 : 500,
    }),
    ...(kind >= RGB && {
      hs_state_topic: [at('stat', 'RESULT'), at('tele', 'STATE')],
      hs_value_template: "{{ value_json.HSBColor.split(',')[:2] | join(',') }}",
      // The third part is the brightness, which stays as it is.
      hs_command_topic: at('cmnd', 'Backlog'),
      hs_command_template: 'HsbColor1 {{ hue | round | int }};HsbColor2 {{ sat | round | int }}',
    }),
  };
}

const shutter = (number: number, count: number, at: At): Entity => ({
  component: 'cover',
  name: count === 1 ? '' : String(number),
  config: {
    position_topic: [at('stat', 'RESULT'), at('tele', 'SENSOR')],
    position_template: `{{ value_json.Shutter${number}.Position }}`,
    set_position_topic: at('cmnd', `ShutterPosition${number}`),
    command_topic: at('cmnd', 'Backlog'),
    payload_open: `ShutterOpen${number}`,
    payload_close: `ShutterClose${number}`,
    payload_stop: `ShutterStop${number}`,
  },
});

const buttons = (device: Members, at: At): Entity[] =>
  listOf(device['btn'])
    .slice(0, MAX_PARTS)
    .flatMap((isUsed, index) => (numberOf(isUsed) === 1 ? [index + 1] : []))
    .flatMap((number) =>
      ACTIONS.map((action) => ({
        component: 'device_automation',
        name: `button-${number}`,
        config: {
          automation_type: 'trigger',
          topic: at('stat', 'RESULT'),
          value_template: `{{ value_json.Button${number}.Action }}`,
          payload: action,
          type: action.toLowerCase(),
          subtype: `button_${number}`,
        },
      })),
    );

/** Sensors are described by a message as they send them. */
function sensors({ sn: sample }: Members, at: At): Entity[] {
  if (!isMembers(sample)) return [];
  const unitOf = (unit: string) => (unit === '°C' && sample['TempUnit'] === 'F' ? '°F' : unit);
  return Object.entries(sample)
    .slice(0, MAX_PARTS)
    .flatMap(([sensor, values]) =>
      Object.keys(isMembers(values) ? values : {}).flatMap((name): Entity[] => {
        const [unit, kind] = entryOf(MEASURED, name) ?? [];
        if (unit === undefined || /['\\]/.test(sensor)) return [];
        const config = {
          state_topic: at('tele', 'SENSOR'),
          value_template: `{{ value_json['${sensor}']['${name}'] }}`,
          state_class: 'measurement',
          ...(unit !== '' && { unit_of_measurement: unitOf(unit) }),
          ...(kind !== undefined && { device_class: kind }),
        };
        return [
          {
            component: 'sensor',
            name: `${sensor} ${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
            config,
          },
        ];
      }),
    );
}
