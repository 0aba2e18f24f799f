import type { Property } from '@azulejo/contract';
import { convert, displayValue } from '@azulejo/sdk';
import type { Reading } from '../preferences/reading.ts';
import { type ControlConfig, schemaOf } from './property.ts';

/** How a person reads and enters a number of a property; the device keeps its own unit. */
export type NumberView = {
  /** Such as `°F`; empty for a plain number. */
  readonly unit: string;
  /** Number and unit: `70.7 °F`. */
  text(value: number): string;
  /** As it is drawn: rounded. */
  shown(value: number): number;
  /** As it is typed: rounded, with the person's decimal sign and nothing between thousands. */
  typed(value: number): string;
  /** What the device is told for a number that was typed. */
  entered(shown: number): number;
  /** By how much one step changes what is shown; undefined where the device names none. */
  readonly step: number | undefined;
};

/** What differs by less differs by binary fractions only, not by what a person typed. */
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

/** The device's own step, or in another unit the last decimal that is shown. */
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

/** Lamps count in mired, boxes and people in kelvin: a million divided by the other. */
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

/** A number as it was typed, or undefined for what is none. */
function readNumber(text: string): number | undefined {
  const number = Number(text.replace(',', '.').replace('−', '-'));
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

const decimalsOf = (number: number): number => (String(number).split('.')[1] ?? '').length;

/** The nearest number that the device takes. */
function fit(number: number, { min, max, step }: ControlConfig): number {
  const from = min ?? 0;
  const stepped = step ? from + Math.round((number - from) / step) * step : number;
  const within = Math.min(max ?? stepped, Math.max(min ?? stepped, stepped));
  return Number(within.toFixed(step ? Math.max(decimalsOf(step), decimalsOf(from)) : 6));
}

/** What a typed text means for the device, or why it cannot be sent: nothing is moved into the range unasked. */
export function readEntry(
  text: string,
  numbers: NumberView,
  config: ControlConfig,
): { readonly value: number } | { readonly fault: string } {
  const number = readNumber(text);
  if (number === undefined) return { fault: 'Enter a number.' };
  if (!isWithin(number, numbers, config)) return { fault: rangeText(config, numbers) };
  return { value: fit(numbers.entered(number), config) };
}

/** Also within, where rounding moved a limit: the limits that the fault names can be entered. */
function isWithin(number: number, { entered, shown }: NumberView, { min, max }: ControlConfig): boolean {
  const value = entered(number);
  const isAbove = min === undefined || value >= min - TOLERANCE || number === shown(min);
  return isAbove && (max === undefined || value <= max + TOLERANCE || number === shown(max));
}

function rangeText({ min, max }: ControlConfig, { text }: NumberView): string {
  if (min === undefined) return `Enter at most ${text(max ?? 0)}.`;
  return max === undefined ? `Enter at least ${text(min)}.` : `Enter ${text(min)} to ${text(max)}.`;
}

/** The value one step away: a step of what the person reads, and where the device has coarser ones, of its own. */
export function stepFrom(known: number, sign: 1 | -1, numbers: NumberView, config: ControlConfig): number {
  const shown = numbers.shown(known) + sign * (numbers.step ?? config.step ?? 1);
  const next = fit(numbers.entered(shown), config);
  return (next - known) * sign > TOLERANCE ? next : fit(known + sign * (config.step ?? 1), config);
}
