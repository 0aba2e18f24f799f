/** Thrown when a device's description has something that cannot be mapped; the message says what. */
export class NotMapped extends Error {}

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the text that Home Assistant makes of a value in JSON. It is written in Python, whose booleans begin
 * with upper case.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

export const isSameText = (one: unknown, other: unknown): boolean => {
  const [first, second] = [textOf(one), textOf(other)];
  return first !== undefined && first.toLowerCase() === second?.toLowerCase();
};

/** Returns a number, or undefined for a text that is none, e.g. `unknown`. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim();
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the items of what may be one or a list. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
};
