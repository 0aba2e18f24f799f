import { getTimes } from 'suncalc';
import { type Day, instantOf, utcDayOf } from './local-time.ts';
import { memoize } from './memoize.ts';

/** The position and time zone of a home. Without a position, the times of its sun are unknown. */
export type HomeTime = {
  readonly zone: string;
  /** Measured in degrees. */
  readonly latitude?: number;
  readonly longitude?: number;
};

/** The sun of one local date, in milliseconds since 1970. It may rise before or set after that date. */
type SunDay = {
  readonly noon: number;
  readonly sunrise: number | undefined;
  readonly sunset: number | undefined;
  /** The sun is up from the first to before the second; both are equal in the polar night. */
  readonly up: readonly [number, number];
};

const MAX_PLACES = 1_024;
const MAX_DAYS_PER_PLACE = 16;
const NOON = 720;
const SOLAR_DAY_MS = 86_400_000;

type Position = { readonly zone: string; readonly latitude: number; readonly longitude: number };

const places = memoize(MAX_PLACES, (key: string) => {
  const [zone = '', latitude, longitude] = key.split(' ');
  const position = { zone, latitude: Number(latitude), longitude: Number(longitude) };
  return memoize(MAX_DAYS_PER_PLACE, (day: Day) => compute(position, day));
});

/** Returns the sun of this date, or undefined when the home has no position or its zone skipped the date. */
export const sunOf = ({ zone, latitude, longitude }: HomeTime, day: Day): SunDay | undefined =>
  latitude === undefined || longitude === undefined
    ? undefined
    : places(`${zone} ${latitude} ${longitude}`)(day);

function compute({ zone, latitude, longitude }: Position, day: Day): SunDay | undefined {
  // For local midnight, the library would return the sun of another date (decision 107).
  const noon = instantOf(zone, day, NOON);
  if (noon === undefined) return undefined;
  const times = getTimes(new Date(noon), latitude, longitude);
  const midnight = times.nadir.getTime();
  const sunrise = times.sunrise?.getTime();
  const sunset = times.sunset?.getTime();
  const from = sunrise ?? (times.alwaysUp === true ? midnight : undefined);
  const to = sunset ?? midnight + SOLAR_DAY_MS;
  return { noon, sunrise, sunset, up: [from ?? to, to] };
}

/** Returns whether the sun is up, or undefined when the home has no position. */
export function isSunUp(home: HomeTime, at: number): boolean | undefined {
  if (home.latitude === undefined || home.longitude === undefined) return undefined;
  const today = utcDayOf(at);
  for (let day = today - 2; day <= today + 2; day += 1) {
    const [from, to] = sunOf(home, day)?.up ?? [0, 0];
    if (from <= at && at < to) return true;
  }
  return false;
}
