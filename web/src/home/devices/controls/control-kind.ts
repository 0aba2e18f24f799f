import type { Property } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';
import { isOfClass, schemaOf } from './property.ts';

/** Returns the kind of control of a property, or `reading` if it is read-only. */
export function kindOf(property: Property): string {
  const [first] = property.controlInterfaces;
  if (!isWritable(property) || !first) return 'reading';
  const schema = schemaOf(property);
  if (schema === 'composite') return 'composite';
  if (first.controlInterface !== 'slider') return first.controlInterface;
  if (schema === 'color-temperature') return 'white';
  if (schema === 'temperature' && isOfClass(property, /setpoint/)) return 'set-point';
  return 'slider';
}

/** Returns whether the control fits on the line of its name, or needs the full width below it. */
export function isInline(kind: string): boolean {
  return kind === 'switch' || kind === 'number' || kind === 'button' || kind === 'reading';
}
