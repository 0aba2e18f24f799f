import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ChannelTemplate } from '@azulejo/contract';
import { codecOf } from '../codec/codec.ts';
import type { Definition } from '../feature.ts';
import { type Expose, fromExposes } from '../from-exposes.ts';
import { createAvailability } from '../home-assistant/availability.ts';
import { type AnnouncedDevice, announcedDevice } from '../home-assistant/device.ts';
import type { Announcement } from '../home-assistant/entity.ts';
import { exchangeOf, fitsFilter } from '../home-assistant/exchange.ts';
import { readShelly, type ShellyAnswers } from '../home-assistant/shelly.ts';
import { type FirstShellyAnswers, readFirstShelly } from '../home-assistant/shelly-first.ts';
import { templateOf } from '../template/template.ts';
import { announcementsIn, componentOf, textIn } from './announced.ts';

type Texts = readonly string[];
type ById<Value> = Readonly<Record<string, Value>>;
type Members = Readonly<Record<string, unknown>>;

/** What must come of a case. The ids are those of properties. */
type Checks = {
  /** The last value of each property; null when there must be none. */
  readonly expect?: ById<unknown>;
  /** Values that some property must have. */
  readonly anyValue?: readonly unknown[];
  readonly writes?: readonly {
    readonly component?: string;
    readonly property: string;
    readonly value: unknown;
    /** Topic and payload of each message. */
    readonly sends: Texts;
  }[];
  readonly range?: ById<readonly [minimum: number, maximum: number]>;
  readonly options?: ById<Texts>;
  readonly unit?: ById<string>;
  /** The unit that a tile shows. */
  readonly shown?: ById<string>;
  readonly sameUnit?: Texts;
  /** The labels of the choices that are offered. */
  readonly labels?: ById<Texts>;
  /** The words for on and off. */
  readonly words?: ById<Texts>;
  readonly propertyLabels?: Texts;
  readonly componentLabels?: Texts;
  readonly maps?: Texts;
  readonly notMapped?: Texts;
  /** The class of the property with a value, without its prefix. */
  readonly classOfValue?: readonly (readonly [value: unknown, propertyClass: string])[];
  /** The groups of properties by their class. */
  readonly propertyGroups?: ById<string>;
  readonly deviceName?: string;
  /** The vendor and the model. */
  readonly deviceModel?: readonly [vendor: string, model: string];
  readonly oneDevice?: true;
  readonly room?: string;
  readonly available?: boolean;
  /** What is left out and named. */
  readonly leftOut?: Texts;
  readonly noJson?: true;
  readonly needsTile?: true;
};

type Case = Checks & {
  readonly id: string;
  readonly announce?: ById<unknown>;
  readonly shelly?: ShellyAnswers & { readonly prefix: string };
  readonly firstShelly?: FirstShellyAnswers;
  readonly z2m?: {
    readonly definition: Omit<Definition, 'features'> & { readonly exposes: readonly Expose[] };
    readonly states: readonly Members[];
  };
  readonly states?: readonly (readonly [topic: string, payload: unknown])[];
};

/** What came of a case. */
type Tried = {
  readonly device: AnnouncedDevice | undefined;
  readonly announcements: readonly Announcement[];
  readonly template: ChannelTemplate;
  /** By property, and by component and property. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly isAvailable: boolean | undefined;
  readonly write: (component: string, property: string, value: unknown) => Texts | undefined;
};

const SOURCE = { name: 'cases', version: '1' };
const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'cases');

/** Returns the cases of each kind. */
export const casesByKind = (): Map<string, readonly Case[]> =>
  new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.json'))
      .toSorted()
      .map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Case[],
      ]),
  );

/** Tries a case, and returns what is wrong. */
export function faultsOf(tried: Case): readonly string[] {
  const result = tried.z2m ? tryExposes(tried.z2m) : tryAnnounced(tried);
  return Object.entries(tried).flatMap(([name, want]) => {
    const check = CHECKS[name as keyof Checks] as ((want: unknown, tried: Tried) => Texts) | undefined;
    return check?.(want, result) ?? [];
  });
}

const put = (values: Map<string, unknown>, found: ReturnType<ReturnType<typeof codecOf>['decode']>) => {
  for (const { component, property, value } of found) {
    values.set(property, value);
    values.set(`${component}/${property}`, value);
  }
};

function tryExposes({ definition: given, states }: NonNullable<Case['z2m']>): Tried {
  const definition = { ...given, features: fromExposes(given.exposes) };
  const codec = codecOf(definition);
  const values = new Map<string, unknown>();
  for (const state of states) put(values, codec.decode(state));
  return {
    device: undefined,
    announcements: [],
    template: templateOf(definition, SOURCE),
    values,
    isAvailable: undefined,
    write: (component, property, value) => {
      const encoded = codec.encode({ component, property, value });
      return encoded && [`${encoded.key} ${textIn(encoded.value)}`];
    },
  };
}

function tryAnnounced({ announce = {}, shelly, firstShelly, states = [] }: Case): Tried {
  const announcements = [
    ...announcementsIn(announce),
    ...(shelly ? [readShelly(shelly.prefix, shelly)] : []),
    ...(firstShelly ? [readFirstShelly(firstShelly)] : []),
  ];
  const [first, ...others] = announcements;
  if (!first) throw new Error('Nothing is announced.');
  const device = announcedDevice(first, ...others);
  const exchange = exchangeOf(device);
  const availability = createAvailability(device.availability);
  const values = new Map<string, unknown>();
  for (const [topic, payload] of states)
    for (const filter of new Set([...exchange.topics, ...availability.topics])) {
      if (!fitsFilter(filter, topic)) continue;
      const decoded = exchange.decode(filter, textIn(payload));
      availability.update(decoded.availability);
      put(values, decoded.values);
    }
  return {
    device,
    announcements,
    template: templateOf(device.definition, SOURCE),
    values,
    isAvailable: availability.isAvailable(),
    write: (component, property, value) =>
      exchange
        .encode({ component, property, value })
        ?.messages.map(({ topic, payload }) => `${topic} ${payload}`),
  };
}

const same = (got: unknown, want: unknown, what: string): Texts => {
  const isClose = typeof got === 'number' && typeof want === 'number' && Math.abs(got - want) < 1e-6;
  if (isClose || isDeepStrictEqual(got, want)) return [];
  return [`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`];
};

type Property = ChannelTemplate['properties'][number];

const propertyIn = ({ template }: Tried, id: string): Property | undefined =>
  template.properties.find((property) => property.id === id);

/** Returns a check of each property by its id. */
const each =
  <Want>(get: (tried: Tried, id: string) => unknown, what: string) =>
  (want: ById<Want>, tried: Tried): Texts =>
    Object.entries(want).flatMap(([id, value]) => same(get(tried, id), value, `${id} ${what}`));

const labelsOf = (property: Property | undefined): unknown[] =>
  (property?.controlInterfaces ?? []).flatMap(({ config }) =>
    ((config['options'] ?? []) as { label: string }[]).map(({ label }) => label),
  );

const wordsOf = (property: Property | undefined): unknown[] =>
  (property?.controlInterfaces ?? []).flatMap(({ config }) => [config['on'], config['off']]);

/** Returns the texts of a template that people read. */
const textsOf = ({ template }: Tried): unknown[] =>
  template.properties.flatMap((property) => [
    property.label,
    ...labelsOf(property),
    ...property.controlInterfaces.flatMap(({ config }) => [config['on'], config['off'], config['label']]),
  ]);

const rangeOf = (tried: Tried, id: string) => {
  const { minimum, maximum } = propertyIn(tried, id)?.schemaExtension ?? {};
  return [minimum, maximum];
};

const shownUnitOf = ({ template }: Tried, id: string) => {
  const information = template.tiles.flatMap((tile) => tile.information);
  const { suffix, inputUnit } = information.find(({ property }) => property === id)?.options ?? {};
  return suffix ?? inputUnit;
};

const missing = (want: readonly unknown[], got: readonly unknown[], what: string): Texts =>
  want.flatMap((one) =>
    got.some((other) => isDeepStrictEqual(one, other))
      ? []
      : [`${what}: ${JSON.stringify(one)} is missing in ${JSON.stringify(got)}`],
  );

const CHECKS: { readonly [Name in keyof Checks]-?: (want: never, tried: Tried) => Texts } = {
  expect: each((tried, id) => tried.values.get(id) ?? null, 'value'),
  anyValue: (want: readonly unknown[], { values }) => missing(want, [...values.values()], 'values'),
  writes: (want: NonNullable<Checks['writes']>, { template, write }) =>
    want.flatMap(({ component, property, value, sends }) =>
      same(write(component ?? componentOf(template, property), property, value), sends, `write ${property}`),
    ),
  range: each(rangeOf, 'range'),
  options: each((tried, id) => propertyIn(tried, id)?.schemaExtension['enum'], 'options'),
  unit: each((tried, id) => propertyIn(tried, id)?.unitsOptions.vendorUnit, 'unit'),
  shown: each(shownUnitOf, 'unit on the tile'),
  sameUnit: (want: Texts, tried) => {
    const units = want.map((id) => propertyIn(tried, id)?.unitsOptions);
    return units.flatMap((unit) => same(unit, units[0], 'unit'));
  },
  labels: each((tried, id) => labelsOf(propertyIn(tried, id)), 'labels'),
  words: each((tried, id) => wordsOf(propertyIn(tried, id)), 'words'),
  propertyLabels: (want: Texts, { template }) =>
    missing(
      want,
      template.properties.map(({ label }) => label),
      'labels of properties',
    ),
  componentLabels: (want: Texts, { template }) =>
    missing(
      want,
      template.components.map(({ label }) => label),
      'labels of components',
    ),
  maps: (want: Texts, tried) => want.filter((id) => !propertyIn(tried, id)).map((id) => `no property ${id}`),
  notMapped: (want: Texts, tried) => want.filter((id) => propertyIn(tried, id)).map((id) => `property ${id}`),
  classOfValue: (want: NonNullable<Checks['classOfValue']>, tried) =>
    want.flatMap(([value, propertyClass]) => {
      const ids = [...tried.values.keys()].filter((key) => !key.includes('/'));
      const id = ids.find((key) => tried.values.get(key) === value) ?? '';
      return same(propertyIn(tried, id)?.classes[0]?.split('.').at(-1), propertyClass, `class of ${value}`);
    }),
  propertyGroups: each((tried, id) => propertyIn(tried, id)?.classes[0]?.split('.').at(-2), 'group'),
  deviceName: (want: string, { device }) => same(device?.name, want, 'name'),
  deviceModel: (want: readonly string[], { device }) =>
    same([device?.definition.vendor, device?.definition.model], want, 'vendor and model'),
  oneDevice: (_: true, { announcements }) =>
    same(new Set(announcements.map(({ device }) => device.key)).size, 1, 'devices'),
  room: (want: string, { device }) =>
    same(device?.name.includes('/') ? device.name.split('/')[0] : '', want, 'room'),
  available: (want: boolean, { isAvailable }) => same(isAvailable, want, 'available'),
  leftOut: (want: Texts, { device }) =>
    missing(want, device?.unmapped.map(({ feature, reason }) => `${feature}: ${reason}`) ?? [], 'left out'),
  noJson: (_: true, tried) =>
    textsOf(tried)
      .filter((text) => typeof text === 'string' && /[{}"]/.test(text))
      .map((text) => `people read ${String(text)}`),
  needsTile: (_: true, { template }) => (template.tiles.length > 0 ? [] : ['no tile']),
};
