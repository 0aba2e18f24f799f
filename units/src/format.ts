import { compactUnits } from './compact-table.ts';
import { resolveUnit } from './resolve-unit.ts';
import type { UnitSpec } from './units-table.ts';

export type FormatOptions = {
  /**
   * BCP 47, or Java's form (`en_US`), which phones store. By default a decimal point without
   * grouping, on any machine.
   */
  locale?: string;
  /** The step of a settable value, in the device's unit. It limits the decimals shown in another unit. */
  step?: number;
};

/** The text for a value that is not a finite number, which phone apps show before the first value. */
export const NO_VALUE = '--';

const plainFormats = new Map<number, Intl.NumberFormat>();

/** Formats a number with its unit: `format(21.04, 'celsius')` is `21 °C`. Throws UnknownUnitError. */
export function format(value: number, unit: string, options: FormatOptions = {}): string {
  const { suffix, decimalPlaces } = unitSpecOf(unit);
  const text = formatNumber(value, decimalPlaces, options);
  return text === NO_VALUE ? text : text + suffix;
}

/** Formats with at most `decimalPlaces` decimals: halves away from zero, no trailing zeros, never `-0`. */
export function formatNumber(value: number, decimalPlaces: number, options: FormatOptions = {}): string {
  if (!Number.isFinite(value)) return NO_VALUE;
  return numberFormat(decimalPlaces, options.locale).format(value);
}

/** Returns how values of a unit are written, by its key or alias. Throws UnknownUnitError. */
export const unitSpecOf = (unit: string): Pick<UnitSpec, 'suffix' | 'decimalPlaces'> =>
  compactUnits[resolveUnit(unit)];

function numberFormat(decimalPlaces: number, locale: string | undefined): Intl.NumberFormat {
  const shape = { maximumFractionDigits: decimalPlaces, signDisplay: 'negative' } as const;
  if (locale !== undefined) return new Intl.NumberFormat(knownLocale(locale), shape);
  const known = plainFormats.get(decimalPlaces);
  if (known) return known;
  const plain = new Intl.NumberFormat('en-US', { ...shape, useGrouping: false });
  plainFormats.set(decimalPlaces, plain);
  return plain;
}

/**
 * Returns a valid locale. A stored preference may be any text, and must not prevent a value from being shown.
 */
function knownLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}
