import { type Callable, fn } from './calls.ts';
import { isoOf, offsetText, partsOf } from './text.ts';
import { Duration, Failed, fail, floatOf, isTrue, Moment, numeric, parsedNumber, textIn } from './values.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

const pad = (value: number, length = 2, fill = '0'): string => String(value).padStart(length, fill);

/** The time, or the date, of a moment that a letter of `strftime` writes. */
function partText(letter: string, moment: Moment): string {
  const at = partsOf(moment);
  const [day, month, hour] = [DAYS[at.getUTCDay()] ?? '', MONTHS[at.getUTCMonth()] ?? '', at.getUTCHours()];
  const parts: Readonly<Record<string, () => string>> = {
    a: () => day.slice(0, 3),
    A: () => day,
    b: () => month.slice(0, 3),
    B: () => month,
    d: () => pad(at.getUTCDate()),
    D: () => strftime(moment, '%m/%d/%y'),
    e: () => pad(at.getUTCDate(), 2, ' '),
    f: () => pad(at.getUTCMilliseconds() * 1_000, 6),
    F: () => strftime(moment, '%Y-%m-%d'),
    H: () => pad(hour),
    I: () => pad(hour % 12 || 12),
    j: () => pad(Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000) + 1, 3),
    m: () => pad(at.getUTCMonth() + 1),
    M: () => pad(at.getUTCMinutes()),
    p: () => (hour < 12 ? 'AM' : 'PM'),
    R: () => strftime(moment, '%H:%M'),
    s: () => String(Math.floor(moment.ms / 1_000)),
    S: () => pad(at.getUTCSeconds()),
    T: () => strftime(moment, '%H:%M:%S'),
    u: () => String(at.getUTCDay() || 7),
    w: () => String(at.getUTCDay()),
    y: () => pad(at.getUTCFullYear() % 100),
    Y: () => String(at.getUTCFullYear()),
    z: () => offsetText(moment, ''),
    Z: () => (moment.isLocal ? offsetText(moment) : 'UTC'),
    '%': () => '%',
  };
  return Object.hasOwn(parts, letter) ? (parts[letter]?.() ?? '') : `%${letter}`;
}

/** Writes a moment in the format of the function of that name. */
const strftime = (moment: Moment, format: string): string =>
  format.replace(/%(-?)([a-zA-Z%])/g, (_, dash: string, letter: string) => {
    const text = partText(letter, moment);
    return dash === '' ? text : text.replace(/^[0 ]+(?=.)/, '');
  });

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Returns the moment of a text in ISO 8601; without a time zone it is one of the home. */
function parsedTime(text: string): Moment | undefined {
  const [whole, ...parts] = ISO.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const fraction = Number(`0.${parts[6] ?? 0}`) * 1_000;
  const zone = parts[7];
  if (zone === undefined) return localTime([year, month, day, hour, minute, second], fraction);
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return new Moment(Date.UTC(year, month - 1, day, hour, minute, second) + fraction - offset * 60_000, false);
}

type DateParts = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
];

const localTime = ([year, month, day, hour, minute, second]: DateParts, fraction = 0): Moment =>
  new Moment(new Date(year, month - 1, day, hour, minute, second).getTime() + fraction, true);

/** Returns the moment of seconds since 1970, of a text, or the moment itself; undefined for anything else. */
function momentOf(value: unknown): Moment | undefined {
  if (value instanceof Moment) return value;
  const seconds = parsedNumber(value);
  if (seconds !== undefined) return new Moment(seconds * 1_000, false);
  return typeof value === 'string' ? parsedTime(value) : undefined;
}

const PATTERNS: Readonly<Record<string, string>> = {
  ...{
    Y: '(?<Y>\\d{4})',
    m: '(?<m>\\d{1,2})',
    d: '(?<d>\\d{1,2})',
    H: '(?<H>\\d{1,2})',
    M: '(?<M>\\d{1,2})',
  },
  ...{
    S: '(?<S>\\d{1,2})',
    y: '(?<y>\\d{2})',
    I: '(?<I>\\d{1,2})',
    p: '(?<p>[AaPp][Mm])',
    z: '(?<z>Z|[+-]\\d\\d:?\\d\\d)',
  },
  ...{
    b: '(?<b>[A-Za-z]{3})',
    B: '(?<b>[A-Za-z]+)',
    f: '\\d{1,6}',
    a: '[A-Za-z]{3}',
    A: '[A-Za-z]+',
    '%': '%',
  },
};

/** Reads a moment in a format of `strptime`; undefined for a text in another one. */
function strptime(text: string, format: string): Moment | undefined {
  const pattern = format.replace(/%(.)|[\\^$.*+?()[\]{}|]/g, (found, letter?: string) =>
    letter === undefined ? `\\${found}` : (PATTERNS[letter] ?? fail('a format that cannot be read')),
  );
  const groups = new RegExp(`^${pattern}$`).exec(text.trim())?.groups;
  if (!groups) return undefined;
  const { Y, y, m, b, d = '1', H, I, p = '', M = '0', S = '0', z } = groups;
  const year = Y ?? (y === undefined ? '1900' : `20${y}`);
  const month =
    m ?? MONTHS.findIndex((name) => name.toLowerCase().startsWith((b ?? 'jan').toLowerCase())) + 1;
  const hour = H ?? String((Number(I ?? 0) % 12) + (p.toLowerCase() === 'pm' ? 12 : 0));
  const iso = `${year}-${pad(Number(month))}-${d.padStart(2, '0')}T${hour.padStart(2, '0')}:${M.padStart(2, '0')}:${S.padStart(2, '0')}`;
  return parsedTime(`${iso}${z ?? ''}`);
}

const orDefault = (value: unknown, fallback: unknown): unknown => value ?? fallback ?? fail('no time');

const DEFAULT_FORMAT = '%Y-%m-%d %H:%M:%S';

/** Makes a filter that writes seconds since 1970 as a time. */
const timestamp = (isLocal: boolean): Callable =>
  fn('value default', ({ value, default: fallback }) => {
    const seconds = parsedNumber(value);
    return orDefault(
      seconds === undefined ? undefined : isoOf(new Moment(seconds * 1_000, isLocal)),
      fallback,
    );
  });

/** Functions and filters of times. */
export const TIMES: Readonly<Record<string, Callable>> = {
  as_datetime: fn('value default', ({ value, default: fallback }) => orDefault(momentOf(value), fallback)),
  as_local: fn('value', ({ value }) => new Moment((momentOf(value) ?? fail('no time')).ms, true)),
  as_timedelta: fn('value', ({ value }) => new Duration(secondsIn(textIn(value)))),
  as_timestamp: fn('value default', ({ value, default: fallback }) => {
    const moment = momentOf(value);
    return orDefault(moment && floatOf(moment.ms / 1_000), fallback);
  }),
  now: fn('', () => new Moment(Date.now(), true)),
  strptime: fn('value format default', ({ value, format, default: fallback }) =>
    orDefault(strptime(textIn(value), textIn(format)), fallback),
  ),
  timedelta: fn('days seconds microseconds milliseconds minutes hours weeks', (given) => {
    const of = (name: string, seconds: number) => numeric(given[name] ?? 0) * seconds;
    const long = of('weeks', 604_800) + of('days', 86_400) + of('hours', 3_600) + of('minutes', 60);
    return new Duration(long + of('seconds', 1) + of('milliseconds', 0.001) + of('microseconds', 0.000_001));
  }),
  timestamp_custom: fn(
    'value format_string local default',
    ({ value, format_string, local = true, default: fallback }) => {
      const seconds = parsedNumber(value);
      const format = textIn(format_string ?? DEFAULT_FORMAT);
      return orDefault(
        seconds === undefined ? undefined : strftime(new Moment(seconds * 1_000, isTrue(local)), format),
        fallback,
      );
    },
  ),
  timestamp_local: timestamp(true),
  timestamp_utc: timestamp(false),
  today_at: fn('value', ({ value }) => {
    const [, hour = '0', minute = '0', second = '0'] =
      /^(\d\d?):(\d\d)(?::(\d\d))?$/.exec(textIn(value ?? '0:00')) ?? fail('no time');
    const now = new Date();
    return localTime([
      now.getFullYear(),
      now.getMonth() + 1,
      now.getDate(),
      Number(hour),
      Number(minute),
      Number(second),
    ]);
  }),
  utcnow: fn('', () => new Moment(Date.now(), false)),
};

/** Returns the seconds of a duration such as `1 12:30:00`. */
function secondsIn(text: string): number {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)(?: days?,)? )?(\d+):(\d\d)(?::(\d\d))?$/.exec(text.trim()) ?? fail('no duration');
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** Returns a member of a moment or a duration; undefined for none. */
export function memberOfTime(value: unknown, name: unknown): unknown {
  if (value instanceof Duration)
    return name === 'days'
      ? Math.floor(value.seconds / 86_400)
      : name === 'seconds'
        ? Math.floor(value.seconds % 86_400)
        : undefined;
  if (!(value instanceof Moment)) return undefined;
  const at = partsOf(value);
  const parts: Readonly<Record<string, number>> = {
    ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
    microsecond: at.getUTCMilliseconds() * 1_000,
  };
  return typeof name === 'string' && Object.hasOwn(parts, name) ? parts[name] : undefined;
}

/** Calls a method of a moment or a duration. */
export function callOfTime(value: Moment | Duration, name: string, [first]: readonly unknown[]): unknown {
  if (value instanceof Duration)
    return name === 'total_seconds' ? floatOf(value.seconds) : fail(`no method ${name}`);
  const at = partsOf(value);
  switch (name) {
    case 'timestamp':
      return floatOf(value.ms / 1_000);
    case 'isoformat':
      return isoOf(value);
    case 'strftime':
      return strftime(value, textIn(first));
    case 'weekday':
      return (at.getUTCDay() + 6) % 7;
    case 'isoweekday':
      return at.getUTCDay() || 7;
    case 'date':
      return strftime(value, '%Y-%m-%d');
    case 'time':
      return strftime(value, '%H:%M:%S');
    default:
      throw new Failed(`no method ${name}`);
  }
}
