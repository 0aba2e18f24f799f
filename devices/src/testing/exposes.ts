import type { Definition } from '../feature.ts';
import { type Expose, fromExposes } from '../from-exposes.ts';
import { templateOf } from '../template/template.ts';

export const numeric = (name: string, more: Partial<Expose> = {}): Expose => ({
  type: 'numeric',
  name,
  property: name,
  access: 1,
  ...more,
});

export const choice = (name: string, values: Expose['values'], more: Partial<Expose> = {}): Expose => ({
  type: 'enum',
  name,
  property: name,
  access: 1,
  values,
  ...more,
});

export const binary = (name: string, more: Partial<Expose> = {}): Expose => ({
  type: 'binary',
  name,
  property: name,
  access: 1,
  value_on: 'ON',
  value_off: 'OFF',
  ...more,
});

/** Adds an endpoint as the definitions do: the property ends in its name. */
export const at = (endpoint: string, expose: Expose): Expose => ({
  ...expose,
  endpoint,
  property: `${expose.property}_${endpoint}`,
});

const state = binary('state', { access: 7 });

export const switchAt = (endpoint: string): Expose => ({
  type: 'switch',
  endpoint,
  features: [at(endpoint, state)],
});

export const light = (...more: Expose[]): Expose => ({
  type: 'light',
  features: [state, numeric('brightness', { access: 7, value_min: 0, value_max: 254 }), ...more],
});

export const definitionOf = (exposes: readonly Expose[], description = 'Thing'): Definition => ({
  vendor: 'Acme',
  model: 'A1',
  description,
  features: fromExposes(exposes),
});

const SOURCE = { name: 'acme-definitions', version: '1.0.0' };

/** Returns the template of a device with these features. */
export const templateWith = (exposes: readonly Expose[], description?: string) =>
  templateOf(definitionOf(exposes, description), SOURCE);

/** Returns the only property with this id. */
export function propertyOf(exposes: readonly Expose[], id: string) {
  const found = templateWith(exposes).properties.filter((property) => property.id === id);
  const [property] = found;
  if (!property || found.length > 1) throw new Error(`${found.length} properties are named ${id}`);
  return property;
}
