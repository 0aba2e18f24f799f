import type { Property } from '@azulejo/contract';
import { convert, displayValue } from '@azulejo/sdk';
import { numberView } from '../../../../devices/controls/number-view.ts';
import { configOf, schemaOf } from '../../../../devices/controls/property.ts';
import type { Reading } from '../../../../kit/formats/reading.ts';

/** Returns a value of a definition in the unit of the property, which controls take. */
export function toVendorUnit(value: unknown, unit: unknown, { unitsOptions }: Property): unknown {
  if (typeof value !== 'number' || typeof unit !== 'string' || unit === '') return value;
  try {
    return convert(value, unit, unitsOptions.vendorUnit);
  } catch {
    return value;
  }
}

/** Returns the members of a definition for a value: a number as the person typed it, with the unit it was typed in. */
export function storedValue(data: unknown, property: Property, reading: Reading): object {
  if (typeof data !== 'number' || schemaOf(property) === 'color-temperature') return { value: data };
  const { unitsOptions } = property;
  const config = configOf(property);
  const { unit } = displayValue(data, unitsOptions, reading.units, config);
  if (unit === undefined || unit === unitsOptions.vendorUnit) return { value: data };
  return { value: numberView(property, config, reading).shown(data), unit };
}
