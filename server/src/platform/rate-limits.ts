import { type Clock, systemClock } from './clock.ts';
import { networkOf, wideNetworkOf } from './network.ts';
import { Problem } from './problem.ts';

const WINDOW_SECONDS = 60;
/** A few megabytes; beyond it the window that began first ends early. */
const MAX_KEYS = 50_000;
/** A /16 has 256 times the addresses of a /24, and a /48 65,536 times the /64: they may not multiply the limit by it. */
const WIDE_SHARE = 5;

/** One allowance of `points` in each window, for each key. A window begins with its first point. */
export type RateLimit = {
  /** Returns how long the key has nothing left; 0 when it has. Takes nothing. */
  waitMs(key: string): number;
  /** Takes one point, whether there is one or not. */
  count(key: string): void;
  /** Takes one point, or throws 429 with `Retry-After`. */
  take(key: string): void;
  /** Gives back a point that was taken: what it was taken for was no guess. */
  giveBack(key: string): void;
};

type Options = { windowSeconds?: number; clock?: Clock };
type Window = { points: number; end: number };

export function createRateLimit(
  points: number,
  { windowSeconds = WINDOW_SECONDS, clock = systemClock }: Options = {},
): RateLimit {
  /** All windows are of one length, so the one that was added first ends first. */
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
      requireNoWait(waitMs(key));
      count(key);
    },
    giveBack(key) {
      const window = currentOf(key);
      if (window) window.points -= 1;
    },
  };
}

/** An allowance for each network (/24 of IPv4, /64 of IPv6), and for the wide network around it (/16, /48), by address. */
export function createNetworkLimit(points: number, clock?: Clock): Omit<RateLimit, 'giveBack'> {
  const options = clock ? { clock } : {};
  const near = createRateLimit(points, options);
  const wide = createRateLimit(points * WIDE_SHARE, options);
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
      requireNoWait(waitMs(address));
      count(address);
    },
  };
}

/** Throws 429 with `Retry-After` when there is a wait. */
export function requireNoWait(waitMs: number): void {
  if (waitMs <= 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new Problem('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
}
