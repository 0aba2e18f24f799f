import { toTime } from '../../../design/when.tsx';
import { formatDateTime, formatTime } from '../../kit/formats/format-time.ts';
import type { Reading } from '../../kit/formats/reading.ts';

const DAY_MS = 86_400_000;

/** Returns `Today 17:31`, `Tomorrow 06:45`, or the date where the day is farther away. */
export function dayText(timestamp: string, reading: Reading, now = Date.now()): string {
  const at = toTime(timestamp);
  const days = Math.round((midnight(at) - midnight(now)) / DAY_MS);
  if (Math.abs(days) > 1) return formatDateTime(at, reading);
  const day = new Intl.RelativeTimeFormat(reading.locale, { numeric: 'auto' }).format(days, 'day');
  return `${day.charAt(0).toLocaleUpperCase(reading.locale)}${day.slice(1)} ${formatTime(at, reading)}`;
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
