/** Returns a finite number, parsing text as the phone apps do, or undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Compares scalars by their text: `"true"` equals `true` (android-app 5.3), and 1 does not. */
export const isSame = (value: unknown, mapped: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && String(value) === String(mapped);
