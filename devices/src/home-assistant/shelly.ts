import { entryOf } from '../entry-of.ts';
import type { AnnouncedBy, Announcement, Entity } from './entity.ts';
import { isMembers, listOf, type Members, numberOf, textOf } from './text.ts';

/** What a Shelly of the second generation or a later one answers to `Shelly.GetDeviceInfo`, `GetConfig` and `GetStatus`. */
export type ShellyAnswers = { readonly info: Members; readonly config: Members; readonly status: Members };

/** The name by which the requests of bridges are answered: on the topic `azulejo/PREFIX/rpc`. */
export const SHELLY_SOURCE = 'azulejo';

const MAX_COMPONENTS = 64;
/** Matches, for example, `switch:0` (shelly-api-docs.shelly.cloud, "Component concept"). */
const COMPONENT = /^([a-z0-9]+):(\d{1,3})$/;
const PUSHES = ['single_push', 'double_push', 'triple_push', 'long_push'];

type Measure = readonly [name: string, unit: string, kind: string];

/** Members of a component's status that are measurements, with their units and device classes. */
const MEASURED: Readonly<Record<string, Measure>> = {
  apower: ['power', 'W', 'power'],
  act_power: ['power', 'W', 'power'],
  total_act_power: ['power', 'W', 'power'],
  a_act_power: ['power-a', 'W', 'power'],
  b_act_power: ['power-b', 'W', 'power'],
  c_act_power: ['power-c', 'W', 'power'],
  voltage: ['voltage', 'V', 'voltage'],
  a_voltage: ['voltage-a', 'V', 'voltage'],
  b_voltage: ['voltage-b', 'V', 'voltage'],
  c_voltage: ['voltage-c', 'V', 'voltage'],
  current: ['current', 'A', 'current'],
  total_current: ['current', 'A', 'current'],
  freq: ['frequency', 'Hz', 'frequency'],
  'aenergy.total': ['energy', 'Wh', 'energy'],
  total_act_energy: ['energy', 'Wh', 'energy'],
  total_act: ['energy', 'Wh', 'energy'],
  tC: ['temperature', '°C', 'temperature'],
  rh: ['humidity', '%', 'humidity'],
  lux: ['illuminance', 'lx', 'illuminance'],
  'battery.percent': ['battery', '%', 'battery'],
};

/** The topics and texts of one device. */
type Device = {
  readonly prefix: string;
  /** Where its values come: what it reports, and what it answers. */
  readonly states: readonly string[];
};

/** A component of a device, e.g. the one with the key `switch:0`. */
type Component = {
  readonly key: string;
  readonly kind: string;
  readonly id: number;
  readonly status: Members;
  readonly config: Members;
};

/**
 * Reads what a Shelly says of itself in the terms of Home Assistant's discovery. `prefix` is the prefix of its
 * topics, which is the id of the device unless somebody changed it.
 */
export function readShelly(prefix: string, { info, config, status }: ShellyAnswers): Announcement {
  const key = textOf(info['id']) || prefix;
  const device: Device = { prefix, states: [`${prefix}/events/rpc`, `${SHELLY_SOURCE}/${prefix}/rpc`] };
  const components = Object.keys(status)
    .slice(0, MAX_COMPONENTS)
    .flatMap((name) => {
      const [, kind = '', id = ''] = COMPONENT.exec(name) ?? [];
      const [own, settings] = [status[name], config[name]];
      if (kind === '' || !isMembers(own)) return [];
      return [{ key: name, kind, id: Number(id), status: own, config: isMembers(settings) ? settings : {} }];
    });
  const shared = presenceOf(prefix, status);
  const found = [
    ...components.flatMap((component) => controls(device, component, components)),
    ...sensors(device, components),
  ];
  const entities = found.map((entity) => ({ ...entity, config: { ...shared(entity), ...entity.config } }));
  return {
    device: announcedBy(key, info, config),
    entities,
    asks: [shellyRequest(prefix, 'Shelly.GetStatus')],
  };
}

/** Returns the message that calls a method of a device (shelly-api-docs.shelly.cloud, "RPC protocol"). */
export const shellyRequest = (prefix: string, method: string, params?: Members) => ({
  topic: `${prefix}/rpc`,
  payload: JSON.stringify(frameOf(prefix, method, params)),
  retain: false,
});

/** Builds a request. The answer has its id. */
const frameOf = (prefix: string, method: string, params?: Members) => ({
  id: method,
  src: `${SHELLY_SOURCE}/${prefix}`,
  method,
  ...(params && { params }),
});

/** A device with a battery is online for seconds only: it counts as available as long as it reports. */
function presenceOf(prefix: string, { sys }: Members): (entity: Entity) => Members {
  const period = isMembers(sys) ? (numberOf(sys['wakeup_period']) ?? 0) : 0;
  if (period > 0)
    return ({ component }) => (/sensor$/.test(component) ? { expire_after: 2 * period + 60 } : {});
  return () => ({
    availability_topic: `${prefix}/online`,
    payload_available: 'true',
    payload_not_available: 'false',
  });
}

function announcedBy(key: string, info: Members, { sys }: Members): AnnouncedBy {
  const settings = isMembers(sys) && isMembers(sys['device']) ? sys['device'] : {};
  const cut = (text: string) => text.slice(0, 80);
  const name = cut(textOf(settings['name'] ?? info['name']) || key);
  const model = cut(textOf(info['app']) || textOf(info['model']) || 'Device');
  return { key, name, vendor: 'Shelly', model, area: '', identifiers: [key, name], origin: 'Shelly' };
}

/** Returns the settings by which a member of a component's status is read. */
const stateOf = ({ states }: Device, { key }: Component, member: string, name = '', filter = '') => ({
  [`${name}state_topic`]: states,
  [`${name}value_template`]: `{{ (value_json.params or value_json.result)['${key}'].${member}${filter} }}`,
});

/** Returns the function that makes the messages which set something of a component. `value` may be a template. */
function commandsOf({ prefix }: Device, { kind, id }: Component) {
  const namespace = entryOf(NAMESPACES, kind) ?? kind;
  return (method: string, members: Members = {}, template = ''): string => {
    const text = JSON.stringify(frameOf(prefix, `${namespace}.${method}`, { id, ...members }));
    return template === '' ? text : text.replace(/\}\}$/, `,${template}}}`);
  };
}

const NAMESPACES: Readonly<Record<string, string>> = {
  ...{ switch: 'Switch', light: 'Light', cover: 'Cover' },
  ...{ cct: 'CCT', rgb: 'RGB', rgbw: 'RGBW' },
};

/** Returns what a component has in addition to measurements. */
function controls(device: Device, component: Component, all: readonly Component[]): Entity[] {
  const { kind, id, status, config } = component;
  const name = all.filter((each) => each.kind === kind).length === 1 ? '' : String(id + 1);
  switch (kind) {
    case 'switch':
      return [{ component: 'switch', name, config: onOff(device, component) }];
    case 'light':
    case 'cct':
    case 'rgb':
    case 'rgbw':
      return [{ component: 'light', name, config: lightConfig(device, component) }];
    case 'cover':
      return [{ component: 'cover', name, config: coverConfig(device, component) }];
    case 'input':
      return config['type'] === 'button' ? pushes(device, component) : contacts(device, component, name);
    case 'smoke':
    case 'flood':
      return [binary(device, component, 'alarm', kind === 'smoke' ? 'smoke' : 'moisture')].filter(
        () => 'alarm' in status,
      );
    default:
      return [];
  }
}

function onOff(device: Device, component: Component): Members {
  const command = commandsOf(device, component);
  return {
    ...stateOf(device, component, 'output'),
    state_on: 'true',
    state_off: 'false',
    command_topic: `${device.prefix}/rpc`,
    payload_on: command('Set', { on: true }),
    payload_off: command('Set', { on: false }),
  };
}

function lightConfig(device: Device, component: Component): Members {
  const command = commandsOf(device, component);
  const { status, config } = component;
  const topic = `${device.prefix}/rpc`;
  // A brightness or colour alone would not switch the light on.
  const set = (template: string) => command('Set', { on: true }, template);
  const [low, high] = listOf(config['ct_range']).map(numberOf);
  return {
    ...onOff(device, component),
    ...('brightness' in status && {
      ...stateOf(device, component, 'brightness', 'brightness_'),
      brightness_scale: 100,
      brightness_command_topic: topic,
      brightness_command_template: set('"brightness":{{ value }}'),
    }),
    ...('ct' in status && {
      ...stateOf(device, component, 'ct', 'color_temp_'),
      color_temp_kelvin: true,
      min_kelvin: low ?? 2700,
      max_kelvin: high ?? 6500,
      color_temp_command_topic: topic,
      color_temp_command_template: set('"ct":{{ value }}'),
    }),
    ...('rgb' in status && {
      ...stateOf(device, component, 'rgb', 'rgb_', " | join(',')"),
      rgb_command_topic: topic,
      rgb_command_template: set('"rgb":[{{ red }},{{ green }},{{ blue }}]'),
    }),
  };
}

function coverConfig(device: Device, component: Component): Members {
  const command = commandsOf(device, component);
  const topic = `${device.prefix}/rpc`;
  return {
    ...stateOf(device, component, 'state'),
    command_topic: topic,
    payload_open: command('Open'),
    payload_close: command('Close'),
    payload_stop: command('Stop'),
    // A cover that was not calibrated does not know its position.
    ...(component.status['pos_control'] === true && {
      position_topic: device.states,
      position_template: `{{ (value_json.params or value_json.result)['${component.key}'].current_pos }}`,
      set_position_topic: topic,
      set_position_template: command('GoToPosition', {}, '"pos":{{ value }}'),
    }),
  };
}

/** Maps a button, which reports each push by an event. */
const pushes = ({ prefix }: Device, { key, id }: Component): Entity[] =>
  PUSHES.map((push) => ({
    component: 'device_automation',
    name: `button-${id + 1}`,
    config: {
      automation_type: 'trigger',
      topic: `${prefix}/events/rpc`,
      value_template: '{{ value_json.params.events[0].component }}/{{ value_json.params.events[0].event }}',
      payload: `${key}/${push}`,
      type: push,
      subtype: `button_${id + 1}`,
    },
  }));

/** Maps a switch that is wired to an input: it is on or off. */
const contacts = (device: Device, component: Component, name: string): Entity[] =>
  'state' in component.status
    ? [{ ...binary(device, component, 'state'), name: name === '' ? 'input' : `input-${name}` }]
    : [];

const binary = (device: Device, component: Component, member: string, kind?: string): Entity => ({
  component: 'binary_sensor',
  name: component.kind,
  config: {
    ...stateOf(device, component, member),
    payload_on: 'true',
    payload_off: 'false',
    ...(kind !== undefined && { device_class: kind }),
  },
});

const memberOf = (status: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (isMembers(value) ? value[step] : undefined), status);

/** Maps measurements. Several components may measure the same, e.g. the power of each switch. */
function sensors(device: Device, components: readonly Component[]): Entity[] {
  const found = components.flatMap((component) =>
    Object.entries(MEASURED)
      .filter(([path]) => memberOf(component.status, path) !== undefined)
      .map(([path, measure]) => ({ component, path, measure })),
  );
  return found.map(({ component, path, measure: [name, unit, kind] }) => {
    const isOnly = found.filter(({ measure }) => measure[0] === name).length === 1;
    const config = {
      ...stateOf(device, component, path),
      unit_of_measurement: unit,
      device_class: kind,
      state_class: 'measurement',
    };
    return { component: 'sensor', name: isOnly ? name : `${name}-${component.id + 1}`, config };
  });
}
