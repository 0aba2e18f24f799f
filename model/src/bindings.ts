import type { Component, Property } from '@azulejo/contract';

type ComponentName = Pick<Component, 'id' | 'type'>;
type OfComponents = Pick<Property, 'components'>;

/** Returns the properties in a template that components of a type have. Templates refer to components by type. */
export const propertiesOfType = <P extends OfComponents>(properties: readonly P[], type: string): P[] =>
  properties.filter(({ components }) => components.includes(type));

/** Returns the components of a template that have a property. */
export const componentsWith = <C extends Pick<Component, 'type'>>(
  components: readonly C[],
  property: OfComponents,
): C[] => components.filter(({ type }) => property.components.includes(type));

/**
 * Returns the properties in a channel that one of its components has. Channels refer to components by id and,
 * where it differs, also by type (docs/decisions/0010).
 */
export const propertiesOf = <P extends OfComponents>(
  channel: { readonly properties: readonly P[] },
  { id, type }: ComponentName,
): P[] => channel.properties.filter(({ components }) => components.includes(id) || components.includes(type));

/** Returns whether the property has a value that can be read or is reported, so that it can be shown. */
export const isReadable = ({ io }: Pick<Property, 'io'>): boolean => /[rs]/.test(io);

export const isWritable = ({ io }: Pick<Property, 'io'>): boolean => io.includes('w');
