import type { Property } from '@azulejo/contract';
import { isOfClass, isWritable, schemaOf } from './property.ts';

/** What a property is changed by, or `reading` where it is only read. */
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

/** Whether the control stands in the line of its name, or needs the width below it. */
export function isInline(kind: string): boolean {
  return kind === 'switch' || kind === 'number' || kind === 'button' || kind === 'reading';
}
