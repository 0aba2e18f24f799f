import { getTimes } from 'suncalc';
import type { Position } from './towns.ts';

/** The sun of one day at a place. In the polar day and night it neither rises nor sets. */
export type SunTimes = {
  readonly sunrise: Date | undefined;
  readonly sunset: Date | undefined;
  readonly isAlwaysUp: boolean;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the sun of the day that it is at a place. */
export function sunTimes({ latitude, longitude }: Position, now: number): SunTimes {
  // By the sun's own clock, because the library would return another day's sun around midnight.
  const ofSun = now + (longitude / 15) * HOUR_MS;
  const noon = (Math.floor(ofSun / DAY_MS) + 0.5) * DAY_MS - (longitude / 15) * HOUR_MS;
  const { sunrise, sunset, alwaysUp } = getTimes(new Date(noon), latitude, longitude);
  return { sunrise: sunrise ?? undefined, sunset: sunset ?? undefined, isAlwaysUp: alwaysUp === true };
}

/** Returns the sun of the next day. */
export const sunTimesOfTomorrow = (position: Position, now: number): SunTimes =>
  sunTimes(position, now + DAY_MS);
