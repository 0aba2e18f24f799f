import type { IgnoredReason, Report } from './types.ts';

/** A report of a phone for a property of the context channel, with its time of arrival. */
type Received = {
  readonly property: string;
  readonly data: unknown;
  /** Measured in epoch milliseconds. */
  readonly receivedAt: number;
};

const MAX_TEXT = 100;
const MAX_ACCURACY_METERS = 200;
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * Returns what a phone reported, why it says nothing, or undefined for another property. The members are those of
 * known apps (ios-app 2.3); one app sends positions without any member (android-app 2.9).
 */
export function readReport({ property, data, receivedAt }: Received): Report | IgnoredReason | undefined {
  const members = isRecord(data) ? data : {};
  const phone = text(members['device_id']);
  // A phone whose clock is ahead did not measure this later than it sent it.
  const at = Math.min(timeOf(members['timestamp']) ?? receivedAt, receivedAt);
  if (receivedAt - at > MAX_AGE_MS) return 'too-old';
  if (property === 'current_wifi') {
    return { kind: 'wifi', phone, at, ssid: text(members['ssid']), bssid: text(members['bssid']) };
  }
  if (property !== 'latlon' && property !== 'location' && property !== 'visit') return undefined;
  // A visit that has ended says where the phone no longer is.
  if ((timeOf(members['departure_date']) ?? Number.POSITIVE_INFINITY) <= receivedAt) return 'no-position';
  const { latitude, longitude, horizontal_accuracy: accuracy } = members;
  const isPosition = isWithin(latitude, 90) && isWithin(longitude, 180);
  // A phone marks a position as invalid by a negative accuracy.
  if (!isPosition || !isWithin(accuracy, Number.MAX_VALUE) || accuracy < 0) return 'no-position';
  if (accuracy > MAX_ACCURACY_METERS) return 'inaccurate';
  return { kind: 'fix', phone, at, latitude, longitude, accuracy };
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '');

/** Returns the time of a timestamp such as `2026-01-02T03:04:05.678+0000`, or undefined. */
function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const time = Date.parse(value.slice(0, MAX_TEXT).replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(time) ? undefined : time;
}
