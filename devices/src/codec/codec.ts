import type { Definition } from '../feature.ts';
import { partsOf } from '../template/components.ts';
import type { ValueShape } from '../template/value-shape.ts';
import { decodeValue, encodeValue, isImpossible } from './value.ts';

/** A value of a channel, by component and property. */
export interface ChannelValue {
  readonly component: string;
  readonly property: string;
  readonly value: unknown;
}

/** A member of a message to a device. */
export interface DeviceValue {
  readonly key: string;
  /** Name of the part of the device, if the key belongs to one. */
  readonly endpoint: string | undefined;
  readonly value: unknown;
}

/** Converts between a device's messages and the values of the channel made from its template. */
export interface Codec {
  /** The ids of the channel's components. */
  readonly components: readonly string[];
  /** Returns the values in a device's message. Members that the definition does not name are left out. */
  decode(message: Readonly<Record<string, unknown>>): ChannelValue[];
  /** Returns the numbers in a device's message that cannot be, and that `decode` leaves out. */
  impossibleIn(message: Readonly<Record<string, unknown>>): ChannelValue[];
  /** Returns what to send for a write; undefined for a property that the template does not have. */
  encode(write: ChannelValue): DeviceValue | undefined;
}

/** What the codec needs of a mapped property. A bridge has hundreds of codecs, and whole properties are large. */
type Place = {
  readonly component: string;
  readonly property: string;
  readonly key: string;
  readonly endpoint: string | undefined;
  readonly shape: ValueShape;
};

/** Creates the codec of a device; its template is made from the same definition. */
export function codecOf(definition: Definition): Codec {
  const { parts } = partsOf(definition);
  const places = parts.flatMap(({ component, properties }) =>
    properties.map(
      ({ property, shape, feature: { key, endpoint } }): Place => ({
        component: component.id,
        property: property.id,
        key,
        endpoint,
        shape,
      }),
    ),
  );
  const byKey = Map.groupBy(places, ({ key }) => key);
  const byAddress = new Map(places.map((place) => [`${place.component}/${place.property}`, place]));
  return {
    components: parts.map(({ component }) => component.id),
    decode: (message) => {
      const values: ChannelValue[] = [];
      for (const key of Object.keys(message))
        for (const { component, property, shape } of byKey.get(key) ?? []) {
          const value = decodeValue(shape, message[key]);
          if (value !== undefined) values.push({ component, property, value });
        }
      return values;
    },
    impossibleIn: (message) =>
      Object.keys(message).flatMap((key) =>
        (byKey.get(key) ?? []).flatMap(({ component, property, shape }) =>
          isImpossible(shape, message[key]) ? [{ component, property, value: message[key] }] : [],
        ),
      ),
    encode({ component, property, value }) {
      const place = byAddress.get(`${component}/${property}`);
      if (!place) return undefined;
      const { key, endpoint, shape } = place;
      return { key, endpoint, value: encodeValue(shape, value) };
    },
  };
}
