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
};

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
    : unitView(property.unitsOptions, reading);
}

function unitView(options: Property['unitsOptions'], { units, locale }: Reading): UntypedView {
  const show = (value: number) => displayValue(value, options, units, { locale });
  const { unit, symbol } = show(0);
  return {
    unit: symbol,
    text: (value) => show(value).text,
    shown: (value) => Number(displayValue(value, options, units).number),
    entered: (shown) => (unit === undefined ? shown : convert(shown, unit, options.vendorUnit)),
  };
}

function plainView({ step, suffix = '' }: ControlConfig, locale: string): UntypedView {
  const decimals = step === undefined ? 2 : decimalsOf(step);
  const unit = suffix.trim();
  return {
    unit,
    text: (value) => `${value.toLocaleString(locale, { maximumFractionDigits: decimals })} ${unit}`.trimEnd(),
    shown: (value) => Number(value.toFixed(decimals)),
    entered: (shown) => shown,
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
  };
}

const typedText = (number: number, locale: string) =>
  number.toLocaleString(locale, {
    useGrouping: false,
    numberingSystem: 'latn',
    maximumFractionDigits: 20,
  });

/** A number as it was typed, or undefined for what is none. */
export function readNumber(text: string): number | undefined {
  const number = Number(text.replace(',', '.').replace('−', '-'));
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

const decimalsOf = (number: number): number => (String(number).split('.')[1] ?? '').length;

/** The nearest number that the device takes. */
export function fit(number: number, { min, max, step }: ControlConfig): number {
  const from = min ?? 0;
  const stepped = step ? from + Math.round((number - from) / step) * step : number;
  const within = Math.min(max ?? stepped, Math.max(min ?? stepped, stepped));
  return Number(within.toFixed(step ? Math.max(decimalsOf(step), decimalsOf(from)) : 6));
}
