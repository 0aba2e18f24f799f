import { type Unmapped, unmapped } from '../template/unmapped.ts';
import type { AnnouncedBy, Announcement, Entity } from './entity.ts';
import { thermostat, valveOfRadiator } from './shelly-climate.ts';
import {
  binary,
  type Component,
  commandsOf,
  type Device,
  ownName,
  pushes,
  SHELLY_SOURCE,
  shellyRequest,
  stateOf,
  topicsOf,
} from './shelly-rpc.ts';
import { bluetooth, sensors } from './shelly-sensors.ts';
import { virtual } from './shelly-virtual.ts';
import { isMembers, listOf, type Members, numberOf, textOf } from './text.ts';

/** What a Shelly of the second generation or a later one answers to `Shelly.GetDeviceInfo`, `GetConfig` and `GetStatus`. */
export type ShellyAnswers = { readonly info: Members; readonly config: Members; readonly status: Members };

const MAX_COMPONENTS = 64;
/** Matches, for example, `switch:0` (shelly-api-docs.shelly.cloud, "Component concept"). */
const COMPONENT = /^([a-z0-9]+):(\d{1,3})$/;

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
  const missed: Unmapped[] = [];
  const found = [
    ...components.flatMap((component) =>
      controls(device, component, components).map((entity) => withLabel(entity, ownName(component))),
    ),
    ...sensors(device, components, missed),
  ];
  for (const { key: name } of components.filter(({ key: name }) => !isRead(name, found)))
    missed.push(unmapped(name, 'unknown_component'));
  for (const name of Object.keys(status).slice(MAX_COMPONENTS))
    missed.push(unmapped(name, 'too_many_components'));
  const entities = found.map((entity) => ({ ...entity, config: { ...shared(entity), ...entity.config } }));
  return {
    device: announcedBy(key, info, config),
    entities,
    asks: [shellyRequest(prefix, 'Shelly.GetStatus')],
    unmapped: missed,
  };
}

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

/** Components that only hold others together, or run programs. */
const WITHOUT_VALUES = /^(script|group|service|bthomedevice|input|object):/;

/** Returns whether an entity reads or writes the component. */
const isRead = (key: string, entities: readonly Entity[]): boolean =>
  WITHOUT_VALUES.test(key) || entities.some(({ config }) => JSON.stringify(config).includes(`'${key}'`));

/** Gives the name that its owner gave to the component. */
const withLabel = (entity: Entity, name: string): Entity =>
  name === '' ? entity : { label: name, ...entity };

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
      return [
        { component: 'light', name, config: lightConfig(device, component) },
        ...('white' in status ? [white(device, component, name)] : []),
      ];
    case 'cover':
      return [{ component: 'cover', name, config: coverConfig(device, component) }];
    case 'input':
      // An input that measures or counts is a sensor.
      return config['type'] === 'button'
        ? pushes(device, component, `button-${id + 1}`)
        : contacts(device, component, name);
    case 'smoke':
    case 'flood':
      return [binary(device, component, 'alarm', kind === 'smoke' ? 'smoke' : 'moisture')].filter(
        () => 'alarm' in status,
      );
    case 'presencezone':
      return [{ ...binary(device, component, 'value', 'occupancy'), name: `presence-${id}` }];
    case 'thermostat':
      return thermostat(device, component, name);
    case 'blutrv':
      return valveOfRadiator(device, component, name);
    case 'bthomesensor':
      return bluetooth(device, component);
    default:
      return virtual(device, component);
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

/** Maps the white light beside a colour. */
function white(device: Device, component: Component, name: string): Entity {
  const set = commandsOf(device, component)('Set', { on: true }, '"white":{{ value }}');
  const settings = { command_topic: `${device.prefix}/rpc`, command_template: set, min: 0, max: 255 };
  return {
    component: 'number',
    name: name === '' ? 'white' : `white-${name}`,
    config: { ...stateOf(device, component, 'white'), ...settings },
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
      position_topic: topicsOf(device, component, 'current_pos'),
      set_position_topic: topic,
      set_position_template: command('GoToPosition', {}, '"pos":{{ value }}'),
    }),
    ...('slat_pos' in component.status && {
      tilt_status_topic: topicsOf(device, component, 'slat_pos'),
      tilt_command_topic: topic,
      tilt_command_template: command('GoToPosition', {}, '"slat_pos":{{ value }}'),
    }),
  };
}

/** Maps a switch that is wired to an input: it is on or off. */
const contacts = (device: Device, component: Component, name: string): Entity[] =>
  'state' in component.status
    ? [{ ...binary(device, component, 'state'), name: name === '' ? 'input' : `input-${name}` }]
    : [];
