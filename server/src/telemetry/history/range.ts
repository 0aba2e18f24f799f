import { checkAll, invalidField } from '../../platform/api-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, OPEN_END } from './point.ts';
import { findZone, UTC, type Zone } from './zone.ts';

type Query = {
  readonly from?: string;
  readonly to?: string;
  readonly interval?: string;
  readonly tz?: string;
};

/** A requested range in ms since 1970: `from` inclusive, `to` exclusive. Raw values without `interval`. */
export type RequestedRange = {
  readonly from: number;
  readonly to: number;
  readonly interval: number | undefined;
  /** The time zone whose days the intervals follow. */
  readonly zone: Zone;
};

/** Reads the range from the query. Throws `invalid_request` naming all wrong fields. */
export function readRange(query: Query): RequestedRange {
  const [from = 0, to = OPEN_END, interval, zone] = checkAll(
    () => readOptional('from', query.from),
    () => readOptional('to', query.to),
    () => readInterval(query.interval),
    () => readZone(query.tz),
  );
  // The first interval of a range may begin before `from`. Its begin is the `to` of the page after it, which is empty.
  const earliestTo = interval === undefined ? from : from - interval - HOUR_MS;
  if (to < earliestTo) throw invalidField('from', 'must not be after "to"');
  // Intervals shorter than a day are counted from 1970 in UTC, wherever the home is.
  return { from: Math.min(from, to), to, interval, zone: (interval ?? 0) < DAY_MS ? UTC : zone };
}

/** Accepts a space before the offset, too: an unencoded `+` arrives as one (WHATWG URL 5.1). */
const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(Z)|([+ -])(\d{2}):?(\d{2}))$/i;

/** Reads a time, in ms since 1970. Throws `invalid_request`. */
export function readInstant(field: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const [, time, utc, sign = '', hours, minutes] = INSTANT.exec(text) ?? [];
  const offset = utc ? 'Z' : `${sign === ' ' ? '+' : sign}${hours}:${minutes}`;
  const instant = Date.parse(`${time?.toUpperCase()}${offset}`);
  if (time === undefined || Number.isNaN(instant)) {
    throw invalidField(
      field,
      'must be ISO 8601 with an offset, such as 2026-01-02T03:04:05Z, or milliseconds since 1970',
    );
  }
  return Math.max(0, instant);
}

const readOptional = (field: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : readInstant(field, text);

const UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;
const MAX_INTERVAL = 366 * DAY_MS;

function readInterval(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const interval = Number(count) * UNITS[(unit ?? 'm') as keyof typeof UNITS];
  if (count === undefined || interval < MINUTE_MS || interval > MAX_INTERVAL)
    throw invalidField('interval', 'must be from 1m to 366d, such as 15m, 1h, 1d or 1w');
  if (interval > HOUR_MS && interval % HOUR_MS !== 0)
    throw invalidField('interval', 'must be in whole hours if longer than one hour');
  return interval;
}

function readZone(name: string | undefined): Zone {
  if (name === undefined) return UTC;
  const zone = findZone(name);
  if (!zone) throw invalidField('tz', 'must be an IANA time zone, such as Europe/Lisbon');
  return zone;
}
