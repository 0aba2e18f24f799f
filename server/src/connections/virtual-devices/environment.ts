import { hashText, noise } from './random.ts';

/** The environment of all devices at one moment. Days are those of Lisbon, in UTC. */
export type Environment = {
  /** Hour of the day with its fraction: 13.5 is half past one. */
  readonly hour: number;
  /** Ranges from 0 (night) to 1. */
  readonly daylight: number;
  /** Measured in degrees Celsius. */
  readonly outdoor: number;
  /** Measured in hectopascals. */
  readonly pressure: number;
  /** How busy the home is, from 0 to 1. */
  readonly activity: number;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 365.25;
const LATITUDE = (38.7 * Math.PI) / 180;
const TILT = (23.4 * Math.PI) / 180;
/** Activity on a weekday, hour by hour: asleep, breakfast, away, back, dinner. */
const ACTIVITY = [
  0.02, 0.01, 0.01, 0.01, 0.01, 0.05, 0.3, 0.8, 0.7, 0.3, 0.2, 0.2, 0.35, 0.3, 0.2, 0.2, 0.3, 0.6, 0.9, 1,
  0.9, 0.7, 0.4, 0.1,
] as const;
const CLOUDS = hashText('clouds');
const WEATHER = hashText('weather');
const PRESSURE = hashText('pressure');

export function environmentAt(now: number): Environment {
  const hour = (now % DAY_MS) / HOUR_MS;
  const season = Math.cos(((now / DAY_MS - 172) / YEAR_DAYS) * 2 * Math.PI);
  const clouds = 0.35 + 0.35 * noise(CLOUDS, now / (3 * HOUR_MS));
  return {
    hour,
    daylight: Math.max(0, elevation(hour, season)) * (1 - clouds),
    outdoor:
      16 +
      6 * season +
      4 * Math.cos(((hour - 15) / 24) * 2 * Math.PI) +
      3 * noise(WEATHER, now / (2 * DAY_MS)),
    pressure: 1015 + 9 * noise(PRESSURE, now / DAY_MS),
    activity: activityAt(hour),
  };
}

/** Returns the sine of the sun's height above the horizon. `season` is 1 in midsummer and -1 in midwinter. */
function elevation(hour: number, season: number): number {
  const declination = TILT * season;
  const hourAngle = ((hour - 12.6) / 24) * 2 * Math.PI;
  return (
    Math.sin(LATITUDE) * Math.sin(declination) +
    Math.cos(LATITUDE) * Math.cos(declination) * Math.cos(hourAngle)
  );
}

function activityAt(hour: number): number {
  const [from = 0, to = 0] = [ACTIVITY[Math.floor(hour)], ACTIVITY[(Math.floor(hour) + 1) % 24]];
  return from + (to - from) * (hour % 1);
}
