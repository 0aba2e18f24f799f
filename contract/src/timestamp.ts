import { Type } from 'typebox';

/** The only date format that every known client parses: milliseconds and a `+0000` offset (spec 2). */
export const Timestamp = Type.String({
  title: 'Timestamp',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}\\+0000$',
  description: 'ISO 8601 with milliseconds and the offset `+0000`.',
  examples: ['2026-01-02T03:04:05.678+0000'],
});

/** Converts milliseconds since 1970 to the wire format. */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '+0000');
}
