import { propertiesOf } from '@azulejo/model';
import type { Channel, Property, Tile } from '../api/types.generated.ts';

/** A property of one of the tile's components. */
export type Feature = { readonly component: string; readonly property: Property };

/** The last two words of a property's class, by what the property is for a tile. */
const CLASSES = {
  brightness: /^lighting\.brightness$/,
  color: /^lighting\.color$/,
  white: /^lighting\.color-temperature$/,
  temperature: /^climate\.(local-)?temperature$/,
  setpoint: /^climate\..*setpoint$/,
  activity: /^climate\.running-state$/,
  mode: /^climate\.system-mode$/,
  power: /^electricity\.active-power$/,
  energy: /^electricity\.energy$/,
  movement: /^movement\.command$/,
  position: /^movement\.position$/,
  motor: /^movement\.motor-state$/,
} as const;

type Name = keyof typeof CLASSES;
export type Features = Readonly<Partial<Record<Name, Feature>>>;

const names = Object.keys(CLASSES) as Name[];
const known = new WeakMap<Channel, WeakMap<Tile, Features>>();

/** Returns the properties of the tile's components by their purpose, the first of each. */
export function featuresOf(tile: Tile, channel: Channel): Features {
  const ofChannel = known.get(channel) ?? new WeakMap<Tile, Features>();
  const found = ofChannel.get(tile) ?? findFeatures(tile, channel);
  known.set(channel, ofChannel.set(tile, found));
  return found;
}

/** Channels of one kind may share their properties, so that each is looked at once. */
const namesOfProperties = new WeakMap<Property, { readonly name: Name | undefined }>();

function nameOf(property: Property): Name | undefined {
  const found = namesOfProperties.get(property) ?? { name: findName(property) };
  namesOfProperties.set(property, found);
  return found.name;
}

function findName({ classes }: Property): Name | undefined {
  const words = classes.map((name) => name.split('.').slice(-2).join('.'));
  return names.find((each) => words.some((word) => CLASSES[each].test(word)));
}

/** Returns whether a counter counts one tariff or phase: where the whole is counted, too, that is the device's. */
const isOfPart = ({ classes }: Property): boolean => classes.some((name) => name.endsWith('.counters.part'));

function findFeatures(tile: Tile, channel: Channel): Features {
  const found: Partial<Record<Name, Feature>> = {};
  for (const { id } of tile.components) {
    const component = channel.components.find((each) => each.id === id);
    if (!component) continue;
    for (const property of propertiesOf(channel, component)) {
      const name = nameOf(property);
      const known = name && found[name]?.property;
      if (name && (!known || (isOfPart(known) && !isOfPart(property))))
        found[name] = { component: component.id, property };
    }
  }
  return found;
}
