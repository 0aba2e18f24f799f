const PATTERN = /^(-?)P(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?)$/;
const UNITS_MS = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

const MAX_DURATION_MS = 30 * 86_400_000;
const MAX_OFFSET_MS = 12 * 3_600_000;

function parse(text: unknown): number | undefined {
  const found = typeof text === 'string' ? PATTERN.exec(text) : null;
  if (!found || !/\d/.test(found[0])) return undefined;
  const total = UNITS_MS.reduce((sum, unit, index) => sum + unit * Number(found[index + 2] ?? 0), 0);
  return found[1] === '-' ? -total : total;
}

/** Parses an ISO 8601 duration from 1 s to 30 days; undefined for anything else. */
export function parseDuration(text: unknown): number | undefined {
  const ms = parse(text);
  return ms !== undefined && ms >= 1000 && ms <= MAX_DURATION_MS ? ms : undefined;
}

/** Parses an ISO 8601 duration of at most 12 h, which may be negative; undefined for anything else. */
export function parseOffset(text: unknown): number | undefined {
  const ms = parse(text);
  return ms !== undefined && Math.abs(ms) <= MAX_OFFSET_MS ? ms : undefined;
}

/** Returns the minutes since midnight of `07:30`. */
export function parseTimeOfDay(text: unknown): number | undefined {
  const found = typeof text === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) : null;
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
}
