import { type Mapped, mapDefinition } from '@azulejo/bridge';
import {
  type Definition,
  type Expose,
  type Feature,
  fromExposes,
  isTopicText,
  nameOf,
} from '@azulejo/devices';

import { FIRMWARE } from './firmware.ts';

/** A device or a group of Zigbee2MQTT, with what its channel needs. */
export type Thing = Mapped & {
  /** Its permanent key. It is the address, because names change. */
  readonly key: string;
  /** Used in topics. */
  readonly topic: string;
  /** Shown to people. */
  readonly name: string;
  /** Whether its values can be read at any time. */
  readonly isPowered: boolean;
  readonly isDisabled: boolean;
};

/** An element of `bridge/devices` (zigbee2mqtt.io, "MQTT topics and messages"). */
export type ListedDevice = {
  readonly ieee_address: string;
  readonly type: string;
  readonly friendly_name: string;
  readonly disabled?: boolean;
  readonly interview_state?: string;
  readonly power_source?: string;
  readonly manufacturer?: string;
  readonly model_id?: string;
  readonly definition?: {
    readonly source?: string;
    readonly vendor: string;
    readonly model: string;
    readonly description: string;
    readonly exposes: readonly Expose[];
    /** Whether its firmware can be updated. */
    readonly supports_ota?: boolean;
  } | null;
};

export type ListedGroup = {
  readonly id: number;
  readonly friendly_name: string;
  readonly members: readonly { readonly ieee_address: string }[];
};

const MAX_NAME = 200;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, MAX_NAME) : '');

/** Returns the topic of a device or group. Throws for a name that Zigbee2MQTT itself would not accept. */
function topicOf(name: string): string {
  if (!isTopicText(name) || /[+#]/.test(name)) throw new Error('a name that cannot be a topic');
  return name;
}

/** Returns undefined for the coordinator, and for devices that have no definition yet. Throws for a wrong name. */
export function thingOf(device: ListedDevice, converters: string, owner: string): Thing | undefined {
  const { ieee_address: key, definition: listed } = device;
  if (device.type === 'Coordinator' || !listed) return undefined;
  const topic = topicOf(device.friendly_name);
  // The description of a generated definition says only that it is generated.
  const isUnknown = listed.source === 'generated';
  // A device of Green Power says of itself only what it sends: a template needs a vendor and a model all the same.
  const model = text(listed.model) || text(device.model_id) || 'Device';
  const description = isUnknown ? text(device.model_id) || model : text(listed.description) || model;
  const features = [...fromExposes(listed.exposes), ...(listed.supports_ota ? FIRMWARE : [])];
  const own = isUnknown
    ? text(device.manufacturer) || text(listed.vendor)
    : text(listed.vendor) || text(device.manufacturer);
  const vendor = own || (device.type === 'GreenPower' ? 'Green Power' : 'Zigbee');
  const definition = { vendor, model, description, features };
  return {
    key,
    topic,
    name: text(topic === key ? flatNameOf(definition) : topic) || key,
    ...mapped(definition, converters, owner),
    isPowered: device.power_source !== undefined && device.power_source !== 'Battery',
    isDisabled: device.disabled === true,
  };
}

/** Returns the name of a device that has no name but its address in Zigbee2MQTT. A slash would make an area. */
const flatNameOf = (definition: Definition): string => nameOf(definition).replace(/\s*\/\s*/g, ', ');

const GROUP_ROLES: readonly (string | undefined)[] = ['light', 'switch', 'cover', 'lock'];

/** Returns a group with the features that all of its members have; undefined when there are none. Throws for a wrong name. */
export function groupOf(
  { id, friendly_name, members }: ListedGroup,
  things: ReadonlyMap<string, Thing>,
  converters: string,
  owner: string,
): Thing | undefined {
  const lists = members.map(({ ieee_address: key }) => things.get(key)?.definition.features ?? []);
  const [first = [], ...others] = lists;
  const same = (one: Feature, other: Feature) =>
    one.role === other.role && one.key === other.key && one.value.type === other.value.type;
  const features = first.filter(
    (feature) =>
      GROUP_ROLES.includes(feature.role) &&
      feature.endpoint === undefined &&
      others.every((list) => list.some((each) => same(feature, each))),
  );
  if (features.length === 0) return undefined;
  const topic = topicOf(friendly_name);
  const definition = { vendor: 'Zigbee2MQTT', model: 'Group', description: 'Group of devices', features };
  const rest = { key: `group-${id}`, topic, name: text(topic), isPowered: true, isDisabled: false };
  return { ...rest, ...mapped(definition, converters, owner) };
}

const mapped = (definition: Definition, version: string, owner: string) =>
  mapDefinition(definition, { name: 'zigbee-herdsman-converters', version }, owner);

/** Returns the bridge as a device: a switch of it starts pairing mode. */
export function bridgeThing(version: string, owner: string): Thing {
  const access = (isWritable: boolean) => ({ isReported: true, isWritable, isReadable: false });
  const feature = (name: string, value: Feature['value'], isWritable = false): Feature => ({
    name,
    key: name,
    access: access(isWritable),
    value,
  });
  const features: Feature[] = [
    feature('permit_join', { type: 'boolean', on: true, off: false }, true),
    feature('permit_join_time_left', { type: 'number', unit: 's' }),
    feature('connected', { type: 'boolean', on: true, off: false }),
    feature('devices', { type: 'number' }),
    feature('version', { type: 'text' }),
    feature('problem', { type: 'text' }),
  ];
  const definition = { vendor: 'Zigbee2MQTT', model: 'Bridge', description: 'Zigbee2MQTT bridge', features };
  const rest = { key: 'bridge', topic: 'bridge', name: 'Zigbee2MQTT', isPowered: false, isDisabled: false };
  return { ...rest, ...mapped(definition, version, owner) };
}
