import type { UnmappedCode } from '@azulejo/contract';
import { entryOf } from '../entry-of.ts';
import type { Definition, Feature } from '../feature.ts';
import { isSecret } from '../secrets.ts';
import { counterNameOf, isSaidConsumed } from '../template/counters.ts';
import { kebab } from '../template/naming.ts';
import { type Unmapped, unmapped } from '../template/unmapped.ts';
import { type AvailabilityRule, availabilityOf } from './availability.ts';
import { COMPONENTS, NOUNS } from './components.ts';
import { type AnnouncedBy, type Announcement, type Entity, MAX_ENTITIES, ownEntity } from './entity.ts';
import { configOf, type Message, type Point } from './point.ts';
import { NotMapped, switchedOf, textOf } from './text.ts';
import { isEvaluated } from './value-template.ts';

/** A device as its discovery messages describe it. */
export type AnnouncedDevice = {
  readonly key: string;
  /** Its name; the part before a slash is the room. */
  readonly name: string;
  readonly origin: string;
  readonly definition: Definition;
  /** How the features are read and written, by their keys. */
  readonly points: ReadonlyMap<string, Point>;
  readonly availability: readonly AvailabilityRule[];
  /** The messages that make the device report its values. */
  readonly asks: readonly Message[];
  readonly unmapped: readonly Unmapped[];
  /** Whether its messages are read or written by templates that have to be evaluated. */
  readonly isEvaluated: boolean;
  /** The messages that it is made of. */
  readonly announcements: readonly Announcement[];
};

type Placed = { readonly entity: Entity; readonly point: Point };

/** Makes one device of all messages that announce its entities. */
export function announcedDevice(first: Announcement, ...others: readonly Announcement[]): AnnouncedDevice {
  const device = mergedDevice([first, ...others].map((each) => each.device));
  const missed: Unmapped[] = [first, ...others].flatMap((each) => each.unmapped ?? []);
  const isSaid = ({ identifiers }: AnnouncedBy) => identifiers.length === device.identifiers.length;
  const own = [first, ...others].flatMap((each) =>
    isSaid(each.device) ? each.entities : each.entities.map((entity) => ownEntity(entity, device)),
  );
  const all = ordered(own);
  const entities = all.slice(0, MAX_ENTITIES);
  for (const entity of all.slice(MAX_ENTITIES, 2 * MAX_ENTITIES))
    missed.push(unmapped(labelOf(entity), 'too_many_entities'));
  const used = entities.filter((entity) => {
    // Home Assistant, too, hides these until a person enables them: there may be hundreds.
    const isUsed = switchedOf(entity.config['enabled_by_default']) !== false;
    if (!isUsed) missed.push(unmapped(labelOf(entity), 'disabled'));
    return isUsed;
  });
  const isSolar = isSolarInverter(device, used);
  const found = used.flatMap((entity) => pointsOf(entity, missed));
  const placed = mergedTriggers(withoutAssumed(isSolar ? found.map(asProduced) : found));
  const features = featuresOf(placed);
  const nouns = [...new Set(used.flatMap(({ component }) => entryOf(NOUNS, component) ?? []))];
  const description = [device.model, ...nouns.filter((noun) => !device.model.toLowerCase().includes(noun))];
  return {
    key: device.key,
    name: device.area === '' ? unplaced(device.name) : `${device.area.replaceAll('/', ' ')}/${device.name}`,
    origin: device.origin,
    definition: {
      vendor: device.vendor,
      model: device.model,
      description: description.join(' '),
      features,
    },
    points: new Map(features.map(({ key }, index) => [key, (placed[index] as Placed).point])),
    availability: rulesOf(used),
    asks: [first, ...others].flatMap(({ asks = [] }) => asks),
    unmapped: missed,
    isEvaluated: used.some(({ config }) => hasEvaluated(config)),
    announcements: [first, ...others],
  };
}

/** Leaves out what a device is assumed to have, and has by another entity. */
const withoutAssumed = (placed: readonly Placed[]): readonly Placed[] => {
  const names = new Set(placed.filter(({ point }) => !point.isAssumed).map(({ point }) => point.name));
  return placed.filter(({ point }) => !point.isAssumed || !names.has(point.name));
};

/** Matches the names of solar inverters, and of programs that read them. */
const SOLAR =
  /wechselrichter|omvormer|solar|photovolt|fotovolt|\bpv\b|opendtu|ahoydtu|hoymiles|growatt|fronius|enphase|solis|deye/i;

/** What only an inverter of the sun has. Air conditioners, heat pumps and washing machines are inverters, too. */
const OF_INVERTERS = /(?<![\p{L}])(pv|dc|ac|mppt|string|yield|grid|panel)(?![\p{L}])/iu;

function isSolarInverter({ vendor, model, name }: AnnouncedBy, entities: readonly Entity[]): boolean {
  const text = `${vendor} ${model} ${name}`;
  return (
    SOLAR.test(text) || (/inverter/i.test(text) && entities.some((each) => OF_INVERTERS.test(labelOf(each))))
  );
}

/** An inverter counts what it makes, unless the counter says otherwise. */
function asProduced({ entity, point }: Placed): Placed {
  const { counter } = point;
  const isOwn = counter?.kind === 'consumed' && !isSaidConsumed(textOf(entity.config['name']) ?? entity.name);
  if (!isOwn) return { entity, point };
  const produced = { ...counter, kind: 'produced' } as const;
  const name = point.name === counterNameOf(counter) ? counterNameOf(produced) : point.name;
  return { entity, point: { ...point, name, counter: produced } };
}

/** Merges what the messages of a device say of it: many name only its identifier. */
function mergedDevice(all: readonly AnnouncedBy[]): AnnouncedBy {
  const [first] = all;
  const said = (member: 'name' | 'vendor' | 'model' | 'area' | 'origin' | 'fallbackName') =>
    all.map((each) => each[member] ?? '').find((text) => text !== '') ?? '';
  return {
    ...(first as AnnouncedBy),
    name: said('name') || said('model') || said('fallbackName'),
    vendor: said('vendor') || said('origin') || 'MQTT',
    model: said('model') || 'Device',
    area: said('area'),
    origin: said('origin'),
    identifiers: [...new Set(all.flatMap(({ identifiers }) => identifiers))].filter((each) => each !== ''),
  };
}

/** Returns the name of a device without a room: a slash at its beginning says that no other one ends a room. */
const unplaced = (name: string): string => (name.includes('/') ? `/${name}` : name);

/** Returns whether one of the texts, at any depth, is a template that has to be evaluated. */
function hasEvaluated(value: unknown): boolean {
  if (typeof value === 'string') return isEvaluated(value);
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasEvaluated);
}

/** Returns the entities in an order that is the same for every device of a model, the main ones first. */
const ordered = (entities: readonly Entity[]): Entity[] => {
  const rank = ({ component, name, config }: Entity) =>
    `${typeof config['entity_category'] === 'string' ? 1 : 0} ${component} ${name}`;
  return entities.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
};

const labelOf = ({ component, name }: Entity): string => (name === '' ? component : `${component} ${name}`);

function pointsOf(entity: Entity, missed: Unmapped[]): Placed[] {
  const make = entryOf(COMPONENTS, entity.component);
  const miss = (code: UnmappedCode, detail?: string) =>
    void missed.push(unmapped(labelOf(entity), code, detail));
  if (!make) {
    miss('unknown_kind');
    return [];
  }
  const fallback = entity.config['device_class'];
  const name = entity.name || (typeof fallback === 'string' ? fallback : entity.component);
  const attempt = <Made>(create: () => Made): Made | undefined => {
    try {
      return create();
    } catch (error) {
      if (!(error instanceof NotMapped)) throw error;
      miss(error.code, error.detail);
      return undefined;
    }
  };
  const isSetting = entity.config['entity_category'] === 'config';
  const makers = attempt(() => make(configOf(entity.config), name, isSetting)) ?? [];
  return makers.flatMap((each) => {
    const point = attempt(each);
    // Without topics there is nothing to show or to set.
    if (!point || (!point.write && (point.readings ?? []).length === 0)) return [];
    if (!isSecretPoint(entity, point)) return [{ entity, point }];
    miss('secret');
    return [];
  });
}

/**
 * Returns whether it is a secret: a text whose `mode` is `password` is one by any name (home-assistant.io,
 * "MQTT Text").
 */
const isSecretPoint = (entity: Entity, { name, value }: Point): boolean =>
  (value.type === 'text' && entity.config['mode'] === 'password') ||
  isSecret({ name, key: entity.name, value });

/** Merges triggers: each press of each button is announced as one, but together they are one event. */
function mergedTriggers(placed: readonly Placed[]): Placed[] {
  const [first, ...more] = placed.filter(({ entity }) => entity.component === 'device_automation');
  if (!first) return [...placed];
  const all = [first, ...more];
  const values = all.flatMap(({ point }) => (point.value.type === 'choice' ? point.value.values : []));
  const readings = all.flatMap(({ point }) => point.readings ?? []);
  const point: Point = { ...first.point, value: { type: 'choice', values: [...new Set(values)] }, readings };
  const merged = { entity: { ...first.entity, name: '' }, point };
  return [...placed.filter((each) => each.entity.component !== 'device_automation'), merged];
}

function featuresOf(placed: readonly Placed[]): Feature[] {
  const entitiesByRole = Map.groupBy(placed, ({ entity, point }) => partOf(entity, point));
  const pointsByEntity = Map.groupBy(placed, ({ entity }) => entity);
  const names = new Set<string>();
  const keys = new Set<string>();
  return placed.map(({ entity, point }) => {
    const part = partOf(entity, point);
    const isOneOfSeveral =
      part !== undefined && new Set(entitiesByRole.get(part)?.map((each) => each.entity)).size > 1;
    const endpoint = isOneOfSeveral ? entity.name || entity.component : undefined;
    // The first of two temperatures is the temperature; the second has its own name.
    const isTaken = point.role === undefined && endpoint === undefined && names.has(point.name);
    const name = isTaken && entity.name !== '' ? entity.name : point.name;
    if (point.role === undefined) names.add(name);
    const category = entity.config['entity_category'];
    const isWhole = part === undefined && pointsByEntity.get(entity)?.length === 1;
    return {
      name,
      key: unique(`${entity.component}.${entity.name}.${point.name}`, keys),
      access: {
        isReported: (point.readings ?? []).length > 0,
        isWritable: point.write !== undefined,
        isReadable: false,
      },
      value: point.value,
      role: point.role,
      endpoint,
      ...(isWhole && !UNLABELLED.has(entity.component) && labelled('label', entity, name)),
      ...(endpoint !== undefined && labelled('endpointLabel', entity, endpoint)),
      category: category === 'config' || category === 'diagnostic' ? category : undefined,
      counter: point.counter,
    };
  });
}

/** The entities whose names are not those of their values. */
const UNLABELLED = new Set([
  'device_automation',
  'device_tracker',
  'event',
  'update',
  'vacuum',
  'lawn_mower',
]);

/**
 * Returns the device's own words for people. A name of a program (`tempc`), and one that is ours, too, are left out:
 * ours are translated.
 */
function labelled<Name extends string>(
  member: Name,
  entity: Entity,
  name: string,
): { [Key in Name]?: string } {
  const { label = '' } = entity;
  const isWord = /[\s\p{Lu}]|[^\p{ASCII}]/u.test(label) && !/^[A-Z0-9]*_[A-Z0-9_]*$/.test(label);
  const isOurs = name !== entity.name && kebab(label) === kebab(name);
  return isWord && !isOurs ? ({ [member]: label } as { [Key in Name]?: string }) : {};
}

/**
 * Returns the entities of which a device may have several: lights, switches …, and buttons that send events.
 */
const partOf = (entity: Entity, point: Point): string | undefined =>
  point.role ?? (entity.component === 'event' ? 'event' : undefined);

function unique(key: string, keys: Set<string>): string {
  let free = key;
  for (let number = 2; keys.has(free); number += 1) free = `${key}~${number}`;
  keys.add(free);
  return free;
}

/** Returns the availability rules; most entities of a device share one. */
function rulesOf(entities: readonly Entity[]): AvailabilityRule[] {
  const bySettings = new Map<string, AvailabilityRule | undefined>();
  for (const { config } of entities) {
    const { availability, availability_topic, availability_template, availability_mode } = config;
    const { payload_available, payload_not_available } = config;
    const settings = JSON.stringify([
      ...[availability, availability_topic, availability_template, availability_mode],
      ...[payload_available, payload_not_available],
    ]);
    if (!bySettings.has(settings)) bySettings.set(settings, availabilityOf(config));
  }
  // An entity without a rule says nothing about the device, unless none has one.
  return [...bySettings.values()].filter((rule) => rule !== undefined);
}
