import { formatDateTime, formatTime } from '../preferences/format-time.ts';
import type { Reading } from '../preferences/reading.ts';

/** `14:05`, or with the date where that was not today. */
export function formatSince(timestamp: string | number, reading: Reading): string {
  const moment = new Date(timestamp);
  const isToday = moment.toDateString() === new Date().toDateString();
  return (isToday ? formatTime : formatDateTime)(moment, reading);
}
