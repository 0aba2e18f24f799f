import type { Access, Feature, Member, Preset, Role, Scalar, ValueType } from './feature.ts';
import { isSecret } from './secrets.ts';

/** Zigbee2MQTT's description of one value of a device (zigbee2mqtt.io, "Exposes"). */
export interface Expose {
  readonly type: string;
  readonly name?: string;
  readonly property?: string;
  readonly endpoint?: string;
  /** Bits: 1 is reported, 2 can be written, 4 can be read. */
  readonly access?: number;
  readonly category?: 'config' | 'diagnostic';
  readonly unit?: string;
  readonly value_min?: number;
  readonly value_max?: number;
  readonly value_step?: number;
  readonly presets?: readonly Preset[] | Readonly<Record<string, Preset>>;
  readonly value_on?: Scalar;
  readonly value_off?: Scalar;
  readonly values?: readonly Scalar[];
  readonly features?: readonly Expose[];
  readonly item_type?: Expose | string;
}

const ROLES: ReadonlySet<string> = new Set<Role>(['light', 'switch', 'lock', 'cover', 'fan', 'climate']);

const isRole = (type: string): type is Role => ROLES.has(type);

/** Returns the description of a list's items. A list may name only their type. */
const itemOf = (item: Expose | string | undefined): Expose =>
  typeof item === 'object' ? item : { type: item ?? 'text', name: 'item' };

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const finite = (value: number | undefined): number | undefined => (isNumber(value) ? value : undefined);

function valueTypeOf(expose: Expose): ValueType {
  switch (expose.type) {
    case 'numeric':
    case 'number':
      return {
        type: 'number',
        unit: expose.unit,
        min: finite(expose.value_min),
        max: finite(expose.value_max),
        step: finite(expose.value_step),
        // A copied feature has its presets as an object with numeric keys.
        presets: expose.presets && Object.values(expose.presets),
      };
    case 'binary':
      return { type: 'boolean', on: expose.value_on ?? true, off: expose.value_off ?? false };
    case 'enum':
      return { type: 'choice', values: expose.values ?? [] };
    case 'composite':
      return { type: 'composite', members: (expose.features ?? []).map(memberOf) };
    case 'list':
      return { type: 'list', item: memberOf(itemOf(expose.item_type)) };
    default:
      return { type: 'text' };
  }
}

/**
 * Returns the access bits. A composite may have none itself; then those of its members count.
 */
function bitsOf({ type, access, features = [] }: Expose): number {
  const own = access || 0;
  return type === 'composite' ? features.reduce((bits, member) => bits | bitsOf(member), own) : own;
}

function accessOf(expose: Expose): Access {
  const bits = bitsOf(expose);
  return { isReported: (bits & 1) !== 0, isWritable: (bits & 2) !== 0, isReadable: (bits & 4) !== 0 };
}

function memberOf(expose: Expose): Member {
  const name = expose.name ?? expose.property ?? expose.type;
  // The property of a composite's member is the name of the member in messages.
  return {
    name,
    key: expose.property ?? name,
    access: accessOf(expose),
    value: valueTypeOf(expose),
  };
}

/**
 * Returns the name of a role's feature. A switch of a function (`window_detection`) is named only by its
 * property, which ends in the endpoint if there is one.
 */
function nameInRole(role: Role, { name, property }: Expose, endpoint: string | undefined): string {
  const key = property ?? name ?? role;
  if (role !== 'switch' || key.startsWith('state')) return name ?? key;
  return endpoint !== undefined && key.endsWith(`_${endpoint}`) ? key.slice(0, -endpoint.length - 1) : key;
}

function featuresOf(expose: Expose): Feature[] {
  const { type, endpoint, category, features } = expose;
  if (!isRole(type)) return [{ ...memberOf(expose), endpoint, category }];
  return (features ?? []).map((each) => {
    const at = each.endpoint ?? endpoint;
    return {
      ...memberOf(each),
      name: nameInRole(type, each, at),
      role: type,
      endpoint: at,
      category: each.category,
    };
  });
}

/** Reads the features of a device from the `exposes` of its definition, without those that are secrets. */
export const fromExposes = (exposes: readonly Expose[]): Feature[] =>
  exposes.flatMap(featuresOf).filter((feature) => !isSecret(feature));

/** Returns the names of the features that are left out, since they are secrets. */
export const secretsIn = (exposes: readonly Expose[]): string[] =>
  exposes.flatMap(featuresOf).flatMap((feature) => (isSecret(feature) ? [feature.name] : []));
