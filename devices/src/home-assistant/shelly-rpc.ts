import { entryOf } from '../entry-of.ts';
import type { Entity } from './entity.ts';
import { type Members, textOf } from './text.ts';

/** The name by which the requests of bridges are answered: on the topic `azulejo/PREFIX/rpc`. */
export const SHELLY_SOURCE = 'azulejo';

/** The topics and texts of one device. */
export type Device = {
  readonly prefix: string;
  /** Where its values come: what it reports, and what it answers. */
  readonly states: readonly string[];
};

/** A component of a device, e.g. the one with the key `switch:0`. */
export type Component = {
  readonly key: string;
  readonly kind: string;
  readonly id: number;
  readonly status: Members;
  readonly config: Members;
};

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

/** Returns the topics of a member of a component's status: one with what changed, and one with answers. */
export const topicsOf = ({ states }: Device, { key }: Component, member: string) =>
  states.map((topic, index) => ({
    topic,
    template: `{{ value_json.${index === 0 ? 'params' : 'result'}['${key}'].${member} }}`,
  }));

/** Returns the settings by which a member of a component's status is read. */
export const stateOf = (
  device: Device,
  component: Component,
  member: string,
  name = '',
  filter = '',
): Members =>
  filter === ''
    ? { [`${name}state_topic`]: topicsOf(device, component, member) }
    : {
        [`${name}state_topic`]: device.states,
        [`${name}value_template`]: `{{ (value_json.params or value_json.result)['${component.key}'].${member}${filter} }}`,
      };

/** Returns the function that makes the messages which set something of a component. `value` may be a template. */
export function commandsOf({ prefix }: Device, { kind, id }: Component) {
  const namespace = entryOf(NAMESPACES, kind) ?? kind;
  return (method: string, members: Members = {}, template = ''): string => {
    const text = JSON.stringify(frameOf(prefix, `${namespace}.${method}`, { id, ...members }));
    return template === '' ? text : text.replace(/\}\}$/, `,${template}}}`);
  };
}

/**
 * Returns the message that sets something of a component, as a template: `{{ value }}` stands for a number or a boolean,
 * and `{{ value | tojson }}` for a text.
 */
export const settingOf = ({ prefix }: Device, method: string, params: Members): string =>
  JSON.stringify(frameOf(prefix, method, params)).replace(/"(\{\{ value[^}]*\}\})"/g, '$1');

const NAMESPACES: Readonly<Record<string, string>> = {
  ...{ switch: 'Switch', light: 'Light', cover: 'Cover' },
  ...{ cct: 'CCT', rgb: 'RGB', rgbw: 'RGBW' },
};

/** Maps a member of a component that is true or false. */
export const binary = (device: Device, component: Component, member: string, kind?: string): Entity => ({
  component: 'binary_sensor',
  name: component.kind,
  config: {
    ...stateOf(device, component, member),
    payload_on: 'true',
    payload_off: 'false',
    ...(kind !== undefined && { device_class: kind }),
  },
});

/** The name of a component that its owner gave it. */
export const ownName = ({ config }: Component): string => textOf(config['name'])?.trim().slice(0, 80) ?? '';

const PUSHES = ['single_push', 'double_push', 'triple_push', 'long_push'];

/** Maps a button, which reports each push by an event. A message may have the events of several buttons. */
export const pushes = ({ prefix }: Device, { key }: Component, part: string): Entity[] =>
  PUSHES.map((push) => ({
    component: 'device_automation',
    name: part,
    config: {
      automation_type: 'trigger',
      topic: `${prefix}/events/rpc`,
      value_template: `{{ value_json.params.events | selectattr('component', 'eq', '${key}') | selectattr('event', 'eq', '${push}') | list | count > 0 }}`,
      payload: 'True',
      type: push,
      subtype: part.replaceAll('-', '_'),
    },
  }));
