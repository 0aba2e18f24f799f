const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Returns how long to wait before the next attempt: anything from nothing to a limit that doubles with each attempt
 * ("full jitter"), so that a thousand clients that lost one server do not come back together.
 */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
