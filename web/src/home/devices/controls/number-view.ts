import type { Property } from '@azulejo/contract';
import { convert, displayValue } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import type { Reading } from '../../kit/formats/reading.ts';
import { type ControlConfig, schemaOf } from './property.ts';

/** How a person reads and enters a number of a property. The device keeps its own unit. */
export type NumberView = {
  /** Holds, for example, `°F`; empty for a plain number. */
  readonly unit: string;
  /** Formats number and unit: `70.7 °F`. */
  text(value: number): string;
  /** Returns the displayed number, rounded. */
  shown(value: number): number;
  /**
   * Returns the number as it is typed: rounded, with the person's decimal sign and without thousands
   * separators.
   */
  typed(value: number): string;
  /** Converts a typed number to the device's unit. */
  entered(shown: number): number;
  /** The change of the displayed number per step; undefined if the device has none. */
  readonly step: number | undefined;
};

/** Smaller differences come from binary fractions, not from what a person typed. */
const TOLERANCE = 1e-6;

type Numbered = Pick<Property, 'schema' | 'unitsOptions'>;

export function numberView(property: Numbered, config: ControlConfig, reading: Reading): NumberView {
  const view = viewOf(property, config, reading);
  return { ...view, typed: (value) => typedText(view.shown(value), reading.locale) };
}

type UntypedView = Omit<NumberView, 'typed'>;

function viewOf(property: Numbered, config: ControlConfig, reading: Reading): UntypedView {
  if (schemaOf(property) === 'color-temperature') return kelvinView(reading.locale);
  return property.unitsOptions.vendorUnit.trim() === ''
    ? plainView(config, reading.locale)
    : unitView(property.unitsOptions, config, reading);
}

function unitView(
  options: Property['unitsOptions'],
  { step }: ControlConfig,
  { units, locale }: Reading,
): UntypedView {
  const show = (value: number) => displayValue(value, options, units, { locale, step });
  const { unit, symbol } = show(0);
  const shown = (value: number) => Number(displayValue(value, options, units, { step }).number);
  return {
    unit: symbol,
    text: (value) => show(value).text,
    shown,
    entered: (number) => (unit === undefined ? number : convert(number, unit, options.vendorUnit)),
    step: step === undefined ? undefined : stepIn(step, show),
  };
}

/** Returns the device's own step, or in another unit the last displayed decimal. */
function stepIn(step: number, show: (value: number) => { readonly value: number }): number {
  const width = Math.abs(show(step).value - show(0).value);
  return Math.abs(width - step) < TOLERANCE ? step : 10 ** Math.min(0, Math.round(Math.log10(width)));
}

function plainView({ step, suffix = '' }: ControlConfig, locale: string): UntypedView {
  const decimals = step === undefined ? 2 : decimalsOf(step);
  const unit = suffix.trim();
  return {
    unit,
    text: (value) => `${value.toLocaleString(locale, { maximumFractionDigits: decimals })} ${unit}`.trimEnd(),
    shown: (value) => Number(value.toFixed(decimals)),
    entered: (shown) => shown,
    step,
  };
}

/** Lamps use mired, people kelvin: one is a million divided by the other. */
function kelvinView(locale: string): UntypedView {
  const kelvin = (mired: number) => Math.round(1e6 / mired / 50) * 50;
  return {
    unit: 'K',
    text: (value) => `${kelvin(value).toLocaleString(locale)} K`,
    shown: kelvin,
    entered: (shown) => 1e6 / shown,
    step: undefined,
  };
}

const typedText = (number: number, locale: string) =>
  number.toLocaleString(locale, {
    useGrouping: false,
    numberingSystem: 'latn',
    maximumFractionDigits: 20,
  });

/** Hebrew, Arabic and Persian write a mark of direction before the minus. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;

/** Parses a typed number; undefined if it is not one. */
function readNumber(text: string): number | undefined {
  const number = Number(text.replace(DIRECTION_MARKS, '').replace(',', '.').replace('−', '-'));
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

const decimalsOf = (number: number): number => (String(number).split('.')[1] ?? '').length;

/** Returns the nearest number that the device accepts. */
export function snapToStep(number: number, { min, max, step }: ControlConfig): number {
  const from = min ?? 0;
  const stepped = step ? from + Math.round((number - from) / step) * step : number;
  const within = Math.min(max ?? stepped, Math.max(min ?? stepped, stepped));
  return Number(within.toFixed(step ? Math.max(decimalsOf(step), decimalsOf(from)) : 6));
}

/**
 * Returns the device's value for a typed text, or why it cannot be sent: a number out of range is not
 * adjusted.
 */
export function readEntry(
  text: string,
  numbers: NumberView,
  config: ControlConfig,
): { readonly value: number } | { readonly fault: string } {
  const number = readNumber(text);
  if (number === undefined) return { fault: t`Enter a number.` };
  if (!isWithin(number, numbers, config)) return { fault: rangeText(config, numbers) };
  return { value: snapToStep(numbers.entered(number), config) };
}

/**
 * Returns whether the number is within the limits. A limit itself is, even if rounding moved it: the limits
 * that the error names can be entered.
 */
function isWithin(number: number, { entered, shown }: NumberView, { min, max }: ControlConfig): boolean {
  const value = entered(number);
  const isAbove = min === undefined || value >= min - TOLERANCE || number === shown(min);
  return isAbove && (max === undefined || value <= max + TOLERANCE || number === shown(max));
}

function rangeText({ min, max }: ControlConfig, { text }: NumberView): string {
  if (min === undefined) return t`Enter at most ${{ max: text(max ?? 0) }}.`;
  return max === undefined
    ? t`Enter at least ${{ min: text(min) }}.`
    : t`Enter ${{ min: text(min) }} to ${{ max: text(max) }}.`;
}

/**
 * Returns the value one step away: one step of the displayed number, or one of the device if its steps are
 * coarser.
 */
export function stepFrom(known: number, sign: 1 | -1, numbers: NumberView, config: ControlConfig): number {
  const shown = numbers.shown(known) + sign * (numbers.step ?? config.step ?? 1);
  const next = snapToStep(numbers.entered(shown), config);
  return (next - known) * sign > TOLERANCE ? next : snapToStep(known + sign * (config.step ?? 1), config);
}
