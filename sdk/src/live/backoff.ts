const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Returns the exponential backoff before the next attempt, in milliseconds, with full jitter: a random time
 * up to a limit that doubles with each attempt. So a thousand clients that lost the same server do not
 * reconnect at the same time.
 */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
