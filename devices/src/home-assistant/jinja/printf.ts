import { rounded } from './numbers.ts';
import { written } from './text.ts';
import { dictOf, Failed, fail, isNumeric, MAX_TEXT, numeric, parsedNumber } from './values.ts';

type Style = { readonly flags: string; readonly width: number; readonly precision: number | undefined };

const MAX_WIDTH = 100;

/** Writes a number with a sign and, when asked for, commas. */
function numberText(type: string, value: unknown, { flags, precision }: Style): string {
  const number = isNumeric(value) ? numeric(value) : (parsedNumber(value) ?? fail('no number'));
  const digits = digitsOf(type, Math.abs(number), precision);
  const [whole = '', ...rest] = digits.split('.');
  const grouped = flags.includes(',') ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  const sign = number < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const prefix = flags.includes('#') && type.toLowerCase() === 'x' ? `0${type}` : '';
  return `${sign}${prefix}${[grouped, ...rest].join('.')}`;
}

function digitsOf(type: string, number: number, precision: number | undefined): string {
  switch (type) {
    case 'd':
    case 'i':
    case 'u':
      return String(Math.trunc(number)).padStart(precision ?? 0, '0');
    case 'x':
      return Math.trunc(number).toString(16);
    case 'X':
      return Math.trunc(number).toString(16).toUpperCase();
    case 'o':
      return Math.trunc(number).toString(8);
    case 'b':
      return Math.trunc(number).toString(2);
    case 'e':
      return exponential(number, precision ?? 6);
    case 'g':
      return String(Number(number.toPrecision(Math.max(1, precision ?? 6))));
    case '%':
      return `${rounded(number * 100, precision ?? 6).toFixed(precision ?? 6)}%`;
    default:
      return rounded(number, precision ?? 6).toFixed(precision ?? 6);
  }
}

const exponential = (number: number, precision: number): string =>
  number.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');

function padded(text: string, { flags, width }: Style, isNumber: boolean): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || !isNumber) return text.padStart(width);
  const [sign = ''] = /^[+ -]?/.exec(text) ?? [];
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

const limited = (value: number): number => (value <= MAX_WIDTH ? value : fail('a width that is too large'));

const CONVERSION = /%(?:\((\w+)\))?([-+ 0#]*)(\d*)(?:\.(\d*))?([diuxXofFeEgGsrc%])/g;

/** Writes values into a text as the operator `%` of Python does. */
export function printf(pattern: string, values: readonly unknown[]): string {
  let next = 0;
  const dict = values.length === 1 ? dictOf(values[0]) : undefined;
  const text = pattern.replace(
    CONVERSION,
    (
      _,
      name: string | undefined,
      flags: string,
      width: string,
      precision: string | undefined,
      type: string,
    ) => {
      if (type === '%') return '%';
      const style = {
        flags,
        width: limited(Number(width)),
        precision: precision === undefined ? undefined : limited(Number(precision)),
      };
      if (name === undefined && next >= values.length) throw new Failed('too few values');
      const value = name === undefined ? values[next++] : dict?.get(name);
      if (!/[src]/.test(type)) return padded(numberText(type.replace('F', 'f'), value, style), style, true);
      return padded(written(value).slice(0, style.precision), style, false);
    },
  );
  return text.length <= MAX_TEXT ? text : fail('a text that is too long');
}

const FIELD = /\{\{|\}\}|\{(\w*)(?:\.[^{}:]*)?(?::([^{}]*))?\}/g;
const SPECIFICATION = /^(?:(.)?([<>^=]))?([-+ ]?)(#?)(0?)(\d*)(,?)(?:\.(\d+))?([a-zA-Z%]?)$/;

/** Writes values into a text as `format` of Python does. */
export function formatted(
  pattern: string,
  values: readonly unknown[],
  named: ReadonlyMap<string, unknown>,
): string {
  let next = 0;
  const text = pattern.replace(FIELD, (field, name?: string, specification?: string) => {
    if (field === '{{' || field === '}}') return field.charAt(0);
    const isIndex = name === undefined || name === '' || /^\d+$/.test(name);
    const value = isIndex ? values[name ? Number(name) : next++] : named.get(name);
    return value === undefined ? fail('too few values') : fieldText(value, specification ?? '');
  });
  return text.length <= MAX_TEXT ? text : fail('a text that is too long');
}

function fieldText(value: unknown, specification: string): string {
  const [
    ,
    fill = ' ',
    align,
    sign = '',
    alternate = '',
    zero = '',
    width = '',
    comma = '',
    precision,
    type = '',
  ] = SPECIFICATION.exec(specification) ?? fail('a format that cannot be read');
  const isNumber = type !== 's' && isNumeric(value);
  const style = {
    flags: `${sign}${alternate}${align === undefined ? zero : ''}${comma}`,
    width: limited(Number(width)),
    precision: precision === undefined ? undefined : limited(Number(precision)),
  };
  const isPlain = type === '' && precision === undefined && comma === '';
  const text = isNumber
    ? isPlain
      ? written(value)
      : numberText(type || (comma && precision === undefined ? 'd' : 'g'), value, style)
    : written(value).slice(0, style.precision);
  if (align === '<' || (align === undefined && !isNumber)) return text.padEnd(style.width, fill);
  if (align !== '^')
    return align === undefined ? padded(text, style, isNumber) : text.padStart(style.width, fill);
  return text.padStart(Math.floor((style.width + text.length) / 2), fill).padEnd(style.width, fill);
}
