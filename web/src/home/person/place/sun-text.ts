import { t } from '@lingui/core/macro';
import { formatTime } from '../../kit/formats/format-time.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { isKnownZone } from '../preferences/zones.ts';
import type { Choice } from './choice.ts';
import { sunTimes, sunTimesOfTomorrow } from './sun-times.ts';

type Format = Pick<Reading, 'hourFormat' | 'locale'>;

/** Returns how the times of a place are written: in its own time zone. */
export const formatOf = ({ town }: Choice, { hourFormat, locale }: Format) => ({
  hourFormat,
  locale,
  ...(isKnownZone(town.zone) && { timeZone: town.zone }),
});

/** Says when the sun sets today and rises tomorrow. */
export function sunsetText(choice: Choice, reading: Format, now = Date.now()): string {
  const today = sunTimes(choice, now);
  const { sunrise: next } = sunTimesOfTomorrow(choice, now);
  if (!today.sunset || !next)
    return today.isAlwaysUp ? t`The sun does not set there today.` : t`The sun does not rise there today.`;
  const format = formatOf(choice, reading);
  const [sunset, sunrise] = [formatTime(today.sunset, format), formatTime(next, format)];
  return choice.by === 'zone'
    ? t`Sunset today about ${sunset}, sunrise tomorrow ${sunrise}.`
    : t`Sunset today ${sunset}, sunrise tomorrow ${sunrise}.`;
}
