import { kebab } from '../template/naming.ts';
import type { Unmapped } from '../template/template.ts';
import { expanded } from './abbreviations.ts';
import type { Message } from './point.ts';
import { isMembers, listOf, type Members, NotMapped, textOf } from './text.ts';

/** The device of a discovery message, which has the entities. */
export type AnnouncedBy = {
  /** Never changes for an entity. */
  readonly key: string;
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  /** The room that it suggests; empty without one. */
  readonly area: string;
  /** Everything that identifies it, to be left out of the names of its entities. */
  readonly identifiers: readonly string[];
  /** The program that announces it; empty when it does not say. */
  readonly origin: string;
};

/** One sensor, switch, light … of a device, in the terms of Home Assistant. */
export type Entity = {
  readonly component: string;
  /** Its name within the device, without the device's own: `tempc`, `filter-life`; empty for the only one. */
  readonly name: string;
  readonly config: Members;
};

/** The content of one discovery message. */
export type Announcement = {
  readonly device: AnnouncedBy;
  readonly entities: readonly Entity[];
  /** The messages that make the device report its values. */
  readonly asks?: readonly Message[];
  /** What the message describes and entities cannot have. */
  readonly unmapped?: readonly Unmapped[];
};

/** Vendor and model together are the name of a template, which has at most 200 characters. */
const MAX_NAME = 80;
const MAX_KEY = 200;
export const MAX_ENTITIES = 250;

/** `component/object/config`, or with a node before the object (home-assistant.io, "MQTT Discovery"). */
const TOPIC = /^(\w+)\/(?:([\w-]+)\/)?([\w-]+)\/config$/;

export const isDiscoveryTopic = (topic: string): boolean => TOPIC.test(topic);

/**
 * Reads a discovery message; `topic` is the part after the discovery prefix. Returns undefined for a message
 * that removes what it announced before. Throws NotMapped.
 */
export function readAnnouncement(topic: string, payload: string): Announcement | undefined {
  const [, component = '', node, object = ''] = TOPIC.exec(topic) ?? [];
  if (component === '') throw new NotMapped('a topic that is none of discovery');
  if (payload.trim() === '') return undefined;
  const config = parsed(payload);
  const device = deviceOf(config, node, object, topic);
  if (component !== 'device')
    return { device, entities: [entityOf(component, object, withBaseTopic(config), device)] };
  const { components, device: _device, origin: _origin, ...shared } = config;
  if (!isMembers(components)) throw new NotMapped('a device without components');
  const entities = Object.entries(components).flatMap(([id, value]) => {
    if (!isMembers(value)) return [];
    const { platform, ...rest } = value;
    // A component with nothing but its platform was removed.
    if (typeof platform !== 'string' || Object.keys(rest).length === 0) return [];
    return [entityOf(platform, id, withBaseTopic({ ...shared, ...rest }), device)];
  });
  return { device, entities: entities.slice(0, MAX_ENTITIES) };
}

function parsed(payload: string): Members {
  try {
    const value: unknown = JSON.parse(payload);
    if (isMembers(value)) return expanded(value);
  } catch {
    // The error's text quotes the payload.
  }
  throw new NotMapped('a message that is no JSON object');
}

/** Replaces `~` at the ends of topics, also of those in the list of availability topics. */
function withBaseTopic(config: Members): Members {
  const base = config['~'];
  if (typeof base !== 'string') return config;
  const put = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/^~/, () => base).replace(/~$/, () => base) : value;
  const withBase = (members: Members): Members =>
    Object.fromEntries(
      Object.entries(members).map(([key, value]) => {
        if (key === 'availability')
          return [key, listOf(value).map((each) => (isMembers(each) ? withBase(each) : each))];
        return [key, key.endsWith('topic') ? put(value) : value];
      }),
    );
  return withBase(config);
}

const cut = (text: string | undefined): string => text?.trim().slice(0, MAX_NAME) ?? '';

function deviceOf(config: Members, node: string | undefined, object: string, topic: string): AnnouncedBy {
  const device = isMembers(config['device']) ? config['device'] : {};
  const origin = isMembers(config['origin']) ? cut(textOf(config['origin']['name'])) : '';
  const ids = listOf(device['identifiers']).flatMap((id) => textOf(id) ?? []);
  const connections = listOf(device['connections']).flatMap((each) =>
    Array.isArray(each) ? (textOf(each[1]) ?? []) : [],
  );
  const [first] = [...ids, ...connections];
  const isAlone = first === undefined;
  const name = cut(textOf(device['name'])) || (isAlone ? cut(textOf(config['name'])) : '');
  const model = cut(textOf(device['model']));
  const key = first ?? textOf(config['unique_id']) ?? topic.slice(0, -'/config'.length);
  return {
    key: key.slice(0, MAX_KEY),
    name: name || model || cut(object),
    vendor: cut(textOf(device['manufacturer'])) || origin || 'MQTT',
    model: model || 'Device',
    area: cut(textOf(device['suggested_area'])),
    identifiers: [...ids, ...connections, ...(node === undefined ? [] : [node]), name, model],
    origin,
  };
}

function entityOf(component: string, object: string, config: Members, device: AnnouncedBy): Entity {
  const given = config['name'];
  const name = typeof given === 'string' ? given.slice(0, MAX_NAME) : '';
  const own = ownName(name, component, device) || ownName(object, component, device);
  return { component, name: own, config };
}

/** Returns a name without the part about the device, which differs for each device of a model. */
function ownName(name: string, component: string, { identifiers }: AnnouncedBy): string {
  let own = kebab(name);
  for (const identifier of [...identifiers.map(kebab), component.replaceAll('_', '-')].filter(
    (id) => id !== '',
  )) {
    if (own === identifier) return '';
    if (own.startsWith(`${identifier}-`)) own = own.slice(identifier.length + 1);
    if (own.endsWith(`-${identifier}`)) own = own.slice(0, -identifier.length - 1);
  }
  return own;
}
