import type { ACCESS_PROPERTY, ValueAddress } from '@azulejo/contract';

/** One property of one component of a channel, as messages and lists name it. */
export type Address = { readonly channel: string; readonly component: string; readonly property: string };

/** The property that every component has in addition to its template's: whether the device can be reached. */
export const ACCESS: typeof ACCESS_PROPERTY = 'access';

/**
 * Returns the key of a property in a map of one channel, or of a home if the channel's id comes first. Ids are
 * joined by line feeds, which no id contains.
 */
export const valueKey = (
  ...ids: [component: string, property: string] | [channel: string, component: string, property: string]
): string => ids.join('\n');

/** Returns the key of an address in a map of a home. */
export const addressKey = ({ channel, component, property }: Address): string =>
  valueKey(channel, component, property);

/** Returns the address as messages and lists name it. */
export const toWireAddress = ({ channelId, componentId, propertyId }: ValueAddress): Address => ({
  channel: channelId,
  component: componentId,
  property: propertyId,
});

/** Returns the address in the parameters of a path, or in a row. */
export const addressOf = (parts: {
  readonly channel_id: string;
  readonly component_id: string;
  readonly property_id: string;
}): ValueAddress => ({
  channelId: parts.channel_id,
  componentId: parts.component_id,
  propertyId: parts.property_id,
});
