import { createHash } from 'node:crypto';
import type { Definition, Feature, Member, NumberType } from '../feature.ts';
import { EARLIER_SHAPES } from './earlier-shapes.ts';
import { uuidOf } from './uuid.ts';

/** Number of hexadecimal digits: they only distinguish the few shapes of one model. */
const LENGTH = 8;

/** Returns what a template is made of: words for people only if they are the device's own. */
function canonical(member: Member | Feature): unknown {
  const { name, key, access, value } = member;
  const { role, endpoint, category, label, endpointLabel }: Partial<Feature> = member;
  const { isReported, isWritable, isReadable } = access;
  const own = [name, key, role, endpoint, category, isReported, isWritable, isReadable, canonicalType(value)];
  // Most features have no words of their own, and keep their earlier ids.
  return label === undefined && endpointLabel === undefined ? own : [...own, label, endpointLabel];
}

const presetsOf = ({ presets = [] }: NumberType): unknown => presets.map(({ name, value }) => [name, value]);

function canonicalType(value: Member['value']): unknown {
  switch (value.type) {
    case 'number':
      return ['number', value.unit, value.min, value.max, value.step, presetsOf(value)];
    case 'boolean':
      return ['boolean', value.on, value.off, ...(value.words ?? [])];
    case 'choice':
      return ['choice', value.values, ...(value.labels ? [value.labels] : [])];
    case 'text':
      return ['text'];
    case 'composite':
      return ['composite', value.members.map(canonical)];
    case 'list':
      return ['list', canonical(value.item)];
  }
}

/** Returns a short hash of a device's features. Devices of one model differ in it by their firmware. */
export function shapeHashOf(features: readonly Feature[]): string {
  const text = JSON.stringify(features.map(canonical));
  return createHash('sha256').update(text).digest('hex').slice(0, LENGTH);
}

/** Returns the id of the template for a model with this hash of its features. */
export function templateIdFor(vendor: string, model: string, shapeHash: string): string {
  const name = `${vendor}/${model}`;
  // The first templates were named only by vendor and model, and keep their ids.
  return uuidOf(EARLIER_SHAPES[name] === shapeHash ? name : `${name}/${shapeHash}`);
}

/**
 * Returns the id of a device's template: the same in every home, and another one for other features, so that
 * two homes with different firmware do not write each other new versions.
 */
export const templateIdOf = ({ vendor, model, features }: Definition): string =>
  templateIdFor(vendor, model, shapeHashOf(features));
