import type { TemplateProperty } from '@azulejo/contract';
import { canConvert, convert, findUnit } from '@azulejo/units';

/** Hides that 68 °F are 19.999999999999996 °C in binary fractions. */
const DECIMALS = 6;

type Converted = { readonly value: number } | { readonly field: 'data' | 'unit'; readonly reason: string };

/** Converts a number to the unit of the device, to the nearest step of the property; or returns why not. */
export function convertedTo(
  { unitsOptions, schemaExtension }: Pick<TemplateProperty, 'unitsOptions' | 'schemaExtension'>,
  data: unknown,
  unit: string,
): Converted {
  const [from, to] = [findUnit(unit), findUnit(unitsOptions.vendorUnit)];
  if (from === undefined) return { field: 'unit', reason: 'is not a unit' };
  if (to === undefined) return { field: 'unit', reason: 'must be absent: this property has no unit' };
  if (!canConvert(from, to)) return { field: 'unit', reason: `cannot be converted to ${to}` };
  if (typeof data !== 'number') return { field: 'data', reason: 'must be a number, because it has a unit' };
  const exact = convert(data, from, to);
  const step = schemaExtension['multipleOf'];
  // A value in the device's own unit is not changed: if it is between two steps, the check says so.
  const isRounded = from !== to && typeof step === 'number' && step > 0;
  return { value: Number((isRounded ? Math.round(exact / step) * step : exact).toFixed(DECIMALS)) };
}
