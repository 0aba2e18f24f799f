import { kebab } from '../template/naming.ts';
import type { Entity } from './entity.ts';
import { type Component, type Device, ownName, pushes, settingOf, stateOf } from './shelly-rpc.ts';
import { isMembers, listOf, type Members, textOf } from './text.ts';

/** Components that scripts and other programs define, with the name of their methods. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['boolean', 'Boolean'],
  ['number', 'Number'],
  ['enum', 'Enum'],
  ['text', 'Text'],
  ['button', 'Button'],
]);

/** Maps a virtual component, which people or the maker of a device define: a value with a name of their own. */
export function virtual(device: Device, component: Component): Entity[] {
  const { kind, id, config } = component;
  const namespace = KINDS.get(kind);
  if (namespace === undefined) return [];
  const name = kebab(ownName(component)) || `${kind}-${id}`;
  const shared = shapeOf(config);
  const topic = `${device.prefix}/rpc`;
  if (kind === 'button') {
    const press = settingOf(device, 'Button.Trigger', { id, event: 'single_push' });
    const button = { ...shared, command_topic: topic, payload_press: press };
    return [{ component: 'button', name, config: button }, ...pushes(device, component, name)];
  }
  const state = { ...shared, ...stateOf(device, component, 'value') };
  if (/^c?r?$/.test(textOf(config['access']) ?? 'crw')) return [{ name, ...reported(kind, state) }];
  const set = (value: unknown) => settingOf(device, `${namespace}.Set`, { id, value });
  return [{ name, ...settable(kind, { ...state, command_topic: topic }, set) }];
}

type Unnamed = Omit<Entity, 'name'>;

const TRUE_FALSE = { payload_on: 'true', payload_off: 'false' };

function reported(kind: string, state: Members): Unnamed {
  if (kind === 'boolean') return { component: 'binary_sensor', config: { ...state, ...TRUE_FALSE } };
  const type =
    kind === 'number' ? { state_class: 'measurement' } : kind === 'enum' ? { device_class: 'enum' } : {};
  return { component: 'sensor', config: { ...state, ...type } };
}

function settable(kind: string, state: Members, set: (value: unknown) => string): Unnamed {
  if (kind === 'boolean') {
    const words = { state_on: 'true', state_off: 'false', payload_on: set(true), payload_off: set(false) };
    // A value with its own name, beside the switches of the device.
    return { component: 'switch', config: { ...state, ...words, entity_category: 'config' } };
  }
  const template = set(kind === 'number' ? '{{ value }}' : '{{ value | tojson }}');
  const component = kind === 'enum' ? 'select' : kind;
  return { component, config: { ...state, command_template: template } };
}

const cut = (title: unknown): string => textOf(title)?.trim().slice(0, 80) ?? '';

/** Returns the range, the unit and the choices of a value, with their labels; a boolean has one for each state. */
function shapeOf({ min, max, options, meta }: Members): Members {
  const values = listOf(options).flatMap((each) => textOf(each) ?? []);
  const ui = isMembers(meta) && isMembers(meta['ui']) ? meta['ui'] : {};
  const { titles } = ui;
  const unit = textOf(ui['unit'])?.trim() ?? '';
  return {
    min,
    max,
    ...(ui['step'] !== undefined && { step: ui['step'] }),
    ...(unit !== '' && { unit_of_measurement: unit }),
    ...(options !== undefined && { options: values }),
    option_labels: isMembers(titles)
      ? values.map((each) => cut(titles[each]))
      : listOf(titles).slice(0, 2).map(cut),
  };
}
