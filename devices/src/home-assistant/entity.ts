import { kebab } from '../template/naming.ts';
import type { Unmapped } from '../template/unmapped.ts';
import { expanded } from './abbreviations.ts';
import type { Message } from './point.ts';
import { isMembers, listOf, type Members, NotMapped, switchedOf, textOf } from './text.ts';

/** The device of a discovery message, which has the entities. */
export type AnnouncedBy = {
  /** Never changes for an entity. */
  readonly key: string;
  /** What its messages have in common: those with the same identifier or address are about one device. */
  readonly aliases?: readonly string[];
  /** Its name, vendor, model and room; empty when the message does not say. */
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly area: string;
  /** What it is called when no message has a name. */
  readonly fallbackName?: string;
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
  /** The same as the device writes it, in any language; empty for none. */
  readonly label?: string;
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
  if (component === '') throw new NotMapped('wrong_topic');
  if (payload.trim() === '') return undefined;
  const config = parsed(payload);
  // The device is about to be announced by another message.
  if (switchedOf(config['migrate_discovery']) === true) return undefined;
  const device = deviceOf(config, node, object, topic);
  if (component !== 'device')
    return { device, entities: [entityOf(component, object, withBaseTopic(config), device)] };
  const { components, device: _device, origin: _origin, ...shared } = config;
  if (!isMembers(components)) throw new NotMapped('no_components');
  const entities = Object.entries(components).flatMap(([id, value]) => {
    if (!isMembers(value)) return [];
    const { platform, ...rest } = value;
    // A component with nothing but its platform was removed.
    if (typeof platform !== 'string' || Object.keys(rest).length === 0) return [];
    return [entityOf(platform, id, withBaseTopic({ ...shared, ...rest }), device)];
  });
  return { device, entities };
}

function parsed(payload: string): Members {
  try {
    const value: unknown = JSON.parse(payload);
    if (isMembers(value)) return expanded(value);
  } catch {
    // The error's text quotes the payload.
  }
  throw new NotMapped('no_json');
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
  const connections = connectionsOf(device);
  const addresses = connections.map(addressOf);
  const [first] = [...ids.toSorted(), ...addresses.toSorted()];
  const name = cut(textOf(device['name']));
  const model = cut(textOf(device['model']));
  const key = first ?? textOf(config['unique_id']) ?? topic.slice(0, -'/config'.length);
  return {
    key: key.slice(0, MAX_KEY),
    aliases: first === undefined ? [key] : [...ids.map(addressOf), ...addresses],
    name,
    vendor: cut(textOf(device['manufacturer'])),
    model,
    area: cut(textOf(device['suggested_area'])),
    fallbackName: (first === undefined ? cut(textOf(config['name'])) : '') || cut(object),
    identifiers: [...new Set([...ids, ...connections, node ?? '', name, model])].filter(
      (each) => each !== '',
    ),
    origin,
  };
}

const connectionsOf = (device: Members): string[] =>
  listOf(device['connections']).flatMap((each) => (Array.isArray(each) ? (textOf(each[1]) ?? []) : []));

/** Returns a hardware address in its usual form, `aa:bb:cc:dd:ee:ff`; any other text as it is. */
function addressOf(text: string): string {
  const digits = text.replaceAll(/[:.-]/g, '').toLowerCase();
  return /^[0-9a-f]{12}$/.test(digits) ? (digits.match(/../g) ?? []).join(':') : text;
}

function entityOf(component: string, object: string, config: Members, device: AnnouncedBy): Entity {
  const given = (textOf(config['name']) ?? '').slice(0, MAX_NAME);
  const own = ownName(given, component, device);
  const fallback = ownName(object, component, device);
  // Without its letters, a name in another script would be empty, or only its number.
  const name = FOREIGN.test(given) ? fallback || own : own || fallback;
  return { component, name, label: ownLabel(given, device), config };
}

/** Letters that names of properties cannot have. */
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Returns the texts by which messages about the same device are found. */
export const aliasesOf = ({ key, aliases }: AnnouncedBy): readonly string[] => aliases ?? [addressOf(key)];

type Identified = Pick<AnnouncedBy, 'identifiers'>;

/** Returns an entity without what the other messages say about the device in its names. */
export const ownEntity = (entity: Entity, device: Identified): Entity => ({
  ...entity,
  name: ownName(entity.name, entity.component, device),
  label: ownLabel(entity.label ?? '', device),
});

/** Returns a name without the part about the device, which differs for each device of a model. */
function ownName(name: string, component: string, { identifiers }: Identified): string {
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

const SEPARATOR = /^[\s:_–—-]+|[\s:_–—-]+$/gu;

/** Returns a label without the part about the device. */
function ownLabel(label: string, { identifiers }: Identified): string {
  let own = label.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  for (const identifier of identifiers.map((each) => each.toLowerCase()).filter((each) => each !== '')) {
    const [lower, { length }] = [own.toLowerCase(), identifier];
    if (lower === identifier) return '';
    if (lower.startsWith(identifier) && /[\s:_-]/.test(own.charAt(length)))
      own = own.slice(length).replaceAll(SEPARATOR, '');
    else if (lower.endsWith(identifier) && /[\s:_-]/.test(own.charAt(own.length - length - 1)))
      own = own.slice(0, -length).replaceAll(SEPARATOR, '');
  }
  return own;
}
