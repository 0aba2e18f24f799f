import { ApiError, type LimitName } from './api-error.ts';
import { type Clock, systemClock } from './clock.ts';
import { networkOf, wideNetworkOf } from './network.ts';

const WINDOW_SECONDS = 60;
/** Maximum number of windows, a few megabytes. Beyond it the oldest window ends early. */
const MAX_KEYS = 50_000;
/**
 * How many times the limit of a network a wide network has. A /16 has 256 times the addresses of a /24, and a
 * /48 has 65,536 /64 networks; they must not multiply the limit by that.
 */
const WIDE_SHARE = 5;

/** A limit of `points` per window and key. A window begins with its first point. */
export type RateLimit = {
  /** Returns how long until the key has points again; 0 when it has some now. Takes nothing. */
  waitMs(key: string): number;
  /** Takes one point, even when none is left. */
  count(key: string): void;
  /** Takes one point, or throws 429 with `Retry-After`. */
  take(key: string): void;
  /** Gives back a point that was taken for something other than a guess. */
  giveBack(key: string): void;
};

type Options = { windowSeconds?: number; clock?: Clock };
type Window = { points: number; end: number };

export function createRateLimit(
  name: LimitName,
  points: number,
  { windowSeconds = WINDOW_SECONDS, clock = systemClock }: Options = {},
): RateLimit {
  /** All windows have the same length, so the one that was added first ends first. */
  const windows = new Map<string, Window>();

  function currentOf(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.end > clock.monotonic() ? window : undefined;
  }

  function begin(key: string): Window {
    const now = clock.monotonic();
    windows.delete(key);
    for (const [oldest, { end }] of windows) {
      if (end > now && windows.size < MAX_KEYS) break;
      windows.delete(oldest);
    }
    const window = { points: 0, end: now + windowSeconds * 1000 };
    windows.set(key, window);
    return window;
  }

  function waitMs(key: string): number {
    const window = currentOf(key);
    return window && window.points >= points ? window.end - clock.monotonic() : 0;
  }

  function count(key: string): void {
    (currentOf(key) ?? begin(key)).points += 1;
  }

  return {
    waitMs,
    count,
    take(key) {
      requireNoWait(waitMs(key), name);
      count(key);
    },
    giveBack(key) {
      const window = currentOf(key);
      if (window) window.points -= 1;
    },
  };
}

/**
 * Creates a limit by address, for its network (/24 of IPv4, /64 of IPv6) and for the wide network around it
 * (/16, /48).
 */
export function createNetworkLimit(
  name: LimitName,
  points: number,
  clock?: Clock,
): Omit<RateLimit, 'giveBack'> {
  const options = clock ? { clock } : {};
  const near = createRateLimit(name, points, options);
  const wide = createRateLimit(name, points * WIDE_SHARE, options);
  const waitMs = (address: string) =>
    Math.max(near.waitMs(networkOf(address)), wide.waitMs(wideNetworkOf(address)));
  function count(address: string): void {
    near.count(networkOf(address));
    wide.count(wideNetworkOf(address));
  }
  return {
    waitMs,
    count,
    take(address) {
      requireNoWait(waitMs(address), name);
      count(address);
    },
  };
}

/** Throws 429 with `Retry-After` when `waitMs` is positive. */
export function requireNoWait(waitMs: number, limit: LimitName): void {
  if (waitMs <= 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) }, limit });
}
