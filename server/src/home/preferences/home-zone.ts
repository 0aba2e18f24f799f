import { invalidField } from '../../platform/api-error.ts';
import { findZone } from '../../telemetry/history/index.ts';
import type { Document } from './document.ts';

/** The member with the time zone that the person chose for the home. Phones do not know it. */
export const HOME_ZONE = 'home_timezone';

const zoneIn = (value: unknown): string | undefined =>
  typeof value === 'string' && findZone(value) ? value : undefined;

/** Returns the chosen time zone; undefined if there is none, or one that the runtime does not know any more. */
export const readHomeZone = (zone: unknown): string | undefined => zoneIn(zone);

/** Returns the time zone that a phone sent for itself. */
export const readPhoneZone = (modern: Document, legacy: Document): string | undefined =>
  zoneIn(modern['timezone']) ?? zoneIn(legacy['timezone']);

/** Throws `invalid_request` for a time zone that does not exist. */
export function checkHomeZone(zone: unknown, field: string): void {
  if (zone === undefined || zone === null || zoneIn(zone)) return;
  throw invalidField(field, 'must be an IANA time zone, such as Europe/Lisbon');
}
