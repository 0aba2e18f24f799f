import type { Definition } from '../feature.ts';
import { partsOf } from '../template/components.ts';
import type { MappedProperty } from '../template/properties.ts';
import { decodeValue, encodeValue } from './value.ts';

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
  /** Returns the values in a device's message. Members that the definition does not name are left out. */
  decode(message: Readonly<Record<string, unknown>>): ChannelValue[];
  /** Returns what to send for a write; undefined for a property that the template does not have. */
  encode(write: ChannelValue): DeviceValue | undefined;
}

type Place = { readonly component: string; readonly property: string; readonly mapped: MappedProperty };

/** Creates the codec of a device; its template is made from the same definition. */
export function codecOf(definition: Definition): Codec {
  const places = partsOf(definition).parts.flatMap(({ component, properties }) =>
    properties.map((mapped): Place => ({ component: component.id, property: mapped.property.id, mapped })),
  );
  const byKey = Map.groupBy(places, ({ mapped }) => mapped.feature.key);
  const byAddress = new Map(places.map((place) => [`${place.component}/${place.property}`, place]));
  return {
    decode: (message) =>
      Object.entries(message).flatMap(([key, own]) =>
        (byKey.get(key) ?? []).flatMap(({ component, property, mapped }) => {
          const value = decodeValue(mapped.shape, own);
          return value === undefined ? [] : [{ component, property, value }];
        }),
      ),
    encode({ component, property, value }) {
      const place = byAddress.get(`${component}/${property}`);
      if (!place) return undefined;
      const { feature, shape } = place.mapped;
      return { key: feature.key, endpoint: feature.endpoint, value: encodeValue(shape, value) };
    },
  };
}
