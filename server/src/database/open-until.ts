/** The range of `expires` of rows that are open now. */
export type OpenRange = { readonly now: number; readonly latest: number };

/**
 * Returns the range in which rows end that are open for so long. A row that ends much later than a new one is of the time
 * before the clock was set back.
 */
export const openAt = (now: number, lifetimeMs: number): OpenRange => ({ now, latest: now + 2 * lifetimeMs });
