import { formatDateTime, formatTime } from './format-time.ts';
import type { Reading } from './reading.ts';

/** Returns `14:05`, with the date unless it was today. */
export function formatSince(timestamp: string | number, reading: Reading): string {
  const moment = new Date(timestamp);
  const isToday = moment.toDateString() === new Date().toDateString();
  return (isToday ? formatTime : formatDateTime)(moment, reading);
}
