/** Compares scalars by their text: `"true"` equals `true` (android-app 5.3), and 1 does not. */
export const isSame = (value: unknown, mapped: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && String(value) === String(mapped);
