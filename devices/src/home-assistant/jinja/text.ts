import { Duration, dictOf, Failed, Float, isNumeric, MAX_TEXT, Moment } from './values.ts';

/** Joins texts. Throws Failed when the result is too long, before it is. */
export function createWriter() {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (text: string): void => {
      length += text.length;
      if (length > MAX_TEXT) throw new Failed('a text that is too long');
      parts.push(text);
    },
    text: (): string => parts.join(''),
  };
}

type Writer = ReturnType<typeof createWriter>;

/** Returns the text that Python makes of a value, which is what a template writes. */
export function written(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  const writer = createWriter();
  repr(value, writer);
  return writer.text();
}

const scalarText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Float) return Object.is(value.value, -0) ? '-0.0' : `${value.value}.0`;
  if (typeof value === 'number') return String(value);
  if (value instanceof Moment) return isoOf(value, ' ');
  return value instanceof Duration ? durationText(value) : undefined;
};

function repr(value: unknown, writer: Writer): void {
  const scalar = typeof value === 'string' ? quoted(value) : scalarText(value);
  if (scalar === undefined) list(value, writer, repr);
  else writer.add(scalar);
}

const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? `"${text}"`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

function list(value: unknown, writer: Writer, write: (item: unknown, writer: Writer) => void): void {
  const dict = dictOf(value);
  if (!dict && !Array.isArray(value)) throw new Failed('a value that cannot be written');
  writer.add(dict ? '{' : '[');
  let isFirst = true;
  for (const item of dict ? dict.keys() : (value as unknown[])) {
    if (!isFirst) writer.add(', ');
    isFirst = false;
    write(item, writer);
    if (!dict) continue;
    writer.add(': ');
    write(dict.get(item), writer);
  }
  writer.add(dict ? '}' : ']');
}

/** Returns JSON. `space` follows commas and colons: `tojson` of Jinja writes one, `to_json` of Home Assistant none. */
export function toJson(value: unknown, isPretty: boolean, space = ''): string {
  const writer = createWriter();
  json(value, writer, space);
  return isPretty ? JSON.stringify(JSON.parse(writer.text()), null, 2) : writer.text();
}

/** Returns the JSON of a value that has no parts; undefined for a list or a dictionary. */
function plainJson(value: unknown): string | undefined {
  if (value === undefined) throw new Failed('nothing to write');
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (isNumeric(value)) return scalarText(value);
  return value instanceof Moment ? JSON.stringify(isoOf(value)) : undefined;
}

function json(value: unknown, writer: Writer, space: string): void {
  const plain = plainJson(value);
  if (plain === undefined) listJson(value, writer, space);
  else writer.add(plain);
}

function listJson(value: unknown, writer: Writer, space: string): void {
  const dict = dictOf(value);
  if (!dict && !Array.isArray(value)) throw new Failed('a value without a JSON form');
  writer.add(dict ? '{' : '[');
  let isFirst = true;
  for (const item of dict ? dict.keys() : (value as unknown[])) {
    if (!isFirst) writer.add(`,${space}`);
    isFirst = false;
    if (dict) writer.add(`${JSON.stringify(written(item))}:${space}`);
    json(dict ? dict.get(item) : item, writer, space);
  }
  writer.add(dict ? '}' : ']');
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the minutes from UTC to the moment's own time. */
const offsetOf = ({ ms, isLocal }: Moment): number => (isLocal ? -new Date(ms).getTimezoneOffset() : 0);

/** Returns a date whose UTC parts are those of the moment's own time. */
export const partsOf = (moment: Moment): Date => new Date(moment.ms + offsetOf(moment) * 60_000);

/** Returns the offset as `+01:00`. */
export function offsetText(moment: Moment, separator = ':'): string {
  const minutes = offsetOf(moment);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${separator}${two(size % 60)}`;
}

export function isoOf(moment: Moment, separator = 'T'): string {
  const text = partsOf(moment).toISOString();
  const fraction = moment.ms % 1_000 === 0 ? '' : `${text.slice(19, 23)}000`;
  return `${text.slice(0, 10)}${separator}${text.slice(11, 19)}${fraction}${offsetText(moment)}`;
}

function durationText({ seconds }: Duration): string {
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  const time = `${Math.floor(rest / 3_600)}:${two(Math.floor(rest / 60) % 60)}:${two(Math.floor(rest % 60))}`;
  return days === 0 ? time : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${time}`;
}
