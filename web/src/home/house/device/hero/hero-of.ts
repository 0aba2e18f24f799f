import type { Channel, Component, Property } from '@azulejo/contract';
import { isReadable, isWritable, propertiesOf } from '@azulejo/model';
import { isOfClass } from '../../../devices/controls/property.ts';

/**
 * Says what a device's page begins with. `reading` is the default for devices that only report; a device that
 * neither reports nor has one main control, such as a siren whose alarm is a form, has no hero: its controls
 * come first.
 */
export type HeroKind = 'lamp' | 'thermostat' | 'cover' | 'lock' | 'switch' | 'meter' | 'reading';

/** The properties that a hero shows. Each is shown nowhere else on the page. */
export type HeroParts = Readonly<Partial<Record<PartName, Property>>>;

export type Hero = { readonly kind: HeroKind; readonly component: Component; readonly parts: HeroParts };

/** Where a hero's property is found, by the end of its class. */
const places = {
  power: /\.control\.status$/,
  brightness: /\.lighting\.brightness$/,
  white: /\.lighting\.color-temperature$/,
  color: /\.lighting\.color$/,
  target: /\.climate\.(occupied|current)-heating-setpoint$/,
  temperature: /\.climate\.local-temperature$/,
  mode: /\.(climate\.system-mode|settings\.operating-mode)$/,
  running: /\.climate\.running-state$/,
  position: /\.movement\.position$/,
  movement: /\.movement\.command$/,
  tilt: /\.movement\.tilt$/,
  locked: /\.security\.locked$/,
  fan: /\.control\.fan-(mode|speed)$/,
  watts: /\.electricity\.active-power$/,
  energy: /\.electricity\.energy$/,
} as const;

type PartName = keyof typeof places | 'main';

/** Parts that are only worth showing if they can be changed. */
const CHANGED = new Set<PartName>([
  'power',
  'brightness',
  'white',
  'color',
  'target',
  'mode',
  'movement',
  'tilt',
  'locked',
  'fan',
]);

/**
 * Hero kinds by priority, with required and optional properties.
 */
const kinds: readonly {
  readonly kind: HeroKind;
  readonly anyOf: readonly PartName[];
  readonly and: readonly PartName[];
}[] = [
  { kind: 'lock', anyOf: ['locked'], and: [] },
  { kind: 'thermostat', anyOf: ['target'], and: ['temperature', 'mode', 'running'] },
  { kind: 'cover', anyOf: ['position', 'movement'], and: ['tilt'] },
  { kind: 'lamp', anyOf: ['brightness', 'white', 'color'], and: ['power'] },
  { kind: 'switch', anyOf: ['power', 'fan'], and: ['watts'] },
  { kind: 'meter', anyOf: ['energy'], and: ['watts'] },
];

/** Counters of one tariff or phase: where the whole is counted, too, it stands for the device. */
const PART = /\.counters\.part$/;

/** Returns the hero of a component, or undefined if its controls come first. */
export function heroOf(component: Component, properties: readonly Property[]): Hero | undefined {
  const find = (name: PartName): Property | undefined => {
    if (name === 'main') return undefined;
    const found = properties.filter(
      (property) => isOfClass(property, places[name]) && (!CHANGED.has(name) || isUsable(name, property)),
    );
    return found.find((property) => !isOfClass(property, PART)) ?? found[0];
  };
  const found = kinds.find(({ anyOf }) => anyOf.some(find));
  if (!found) return readingOf(component, properties);
  const parts = [...found.anyOf, ...found.and].flatMap((name) => {
    const property = find(name);
    return property ? [[name, property] as const] : [];
  });
  return { kind: found.kind, component, parts: Object.fromEntries(parts) };
}

/** Returns whether the hero can use the property: a mode with a single option leaves nothing to choose. */
function isUsable(name: PartName, property: Property): boolean {
  if (!isWritable(property)) return false;
  const options = property.controlInterfaces[0]?.config['options'];
  return name !== 'mode' || (Array.isArray(options) && options.length > 1);
}

/** The battery says something about the device, and nothing about what it measures. */
const ABOUT_ITSELF = /\.battery\./;

function readingOf(component: Component, properties: readonly Property[]): Hero | undefined {
  const [main] = properties
    .filter((each) => (isReadable(each) || each.io.includes('s')) && each.mainInformationPriority > 0)
    .filter((each) => !isOfClass(each, ABOUT_ITSELF))
    .toSorted((one, other) => one.mainInformationPriority - other.mainInformationPriority);
  return main && { kind: 'reading', component, parts: { main } };
}

/**
 * Returns the heroes of a device, in the order of its components. The readings of the device as a whole are left
 * out if its parts can be switched.
 */
export function heroesOf(channel: Channel): readonly Hero[] {
  const heroes = channel.components.flatMap((component) => {
    const hero = heroOf(component, propertiesOf(channel, component));
    return hero ? [hero] : [];
  });
  const isControl = ({ kind }: Hero) => kind !== 'reading' && kind !== 'meter';
  return heroes.some(isControl) ? heroes.filter(isControl) : heroes.slice(0, 1);
}

/** Returns whether a hero shows the property, so that it is shown nowhere else. */
export const isOfHero = (heroes: readonly Hero[], { id }: Component, property: Property): boolean =>
  heroes.some(({ component, parts }) => component.id === id && Object.values(parts).includes(property));
