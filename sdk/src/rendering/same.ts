/** Compares scalars by their text, so that `"true"` is `true` (android-app 5.3); no number is one (1 is not `true`). */
export const isSame = (value: unknown, mapped: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && String(value) === String(mapped);
