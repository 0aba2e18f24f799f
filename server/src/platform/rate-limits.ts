import { createHash } from 'node:crypto';
import { ApiError, type LimitName } from './api-error.ts';
import { type Clock, systemClock } from './clock.ts';
import { networkOf, wideNetworkOf } from './network.ts';
import { type Learning, type SharedWindow, type SharedWindows, unsharedWindows } from './shared-windows.ts';

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
  /** Takes one point of a strict limit, after this server has learnt what others counted. */
  takeStrictly(key: string): Promise<void>;
  /** Returns what `SharedWindows` needs for the key; none when it has no points here already. */
  learning(key: string): Learning[];
};

type Options = {
  windowSeconds?: number;
  clock?: Clock;
  /** Makes the limit strict: all servers count its windows together. `learning` comes before `waitMs`. */
  strict?: Strict;
};

/** `as` is what the limit is called among all strict limits. */
export type Strict = { readonly windows: SharedWindows; readonly as: string };

const unshared: Strict = { windows: unsharedWindows, as: '' };
type Window = { points: number; end: number };

export function createRateLimit(
  name: LimitName,
  points: number,
  { windowSeconds = WINDOW_SECONDS, clock = systemClock, strict = unshared }: Options = {},
): RateLimit {
  const idOf = createIdOf(strict.as);
  const isShared = strict.windows !== unsharedWindows;
  const { currentOf, begin } = createWindows(windowSeconds * 1000, clock);

  function waitMs(key: string): number {
    const window = currentOf(key);
    return window && window.points >= points ? window.end - clock.monotonic() : 0;
  }

  function add(key: string, some: 1 | -1): void {
    const window = currentOf(key) ?? begin(key);
    window.points += some;
    if (isShared) strict.windows.add({ id: idOf(key), points: some, end: wallTimeOf(window.end) });
  }
  /** Returns whole milliseconds, as they are stored. */
  const wallTimeOf = (monotonic: number) => Math.ceil(clock.now() + monotonic - clock.monotonic());
  const count = (key: string) => add(key, 1);

  function take(key: string): void {
    requireNoWait(waitMs(key), name);
    count(key);
  }

  function learning(key: string): Learning[] {
    if (!isShared || waitMs(key) > 0) return [];
    const learn = ({ points: known, end }: SharedWindow) => {
      const left = Math.min(end - clock.now(), windowSeconds * 1000);
      if (left <= 0) return;
      const window = currentOf(key) ?? begin(key, clock.monotonic() + left);
      // This server's own points may not have been added yet.
      window.points = Math.max(window.points, known);
    };
    return [{ id: idOf(key), learn }];
  }

  return {
    waitMs,
    count,
    take,
    takeStrictly: async (key) => strict.windows.learn(learning(key)).then(() => take(key)),
    giveBack(key) {
      if (currentOf(key)) add(key, -1);
    },
    learning,
  };
}

/** Creates the windows of a limit. Beyond `MAX_KEYS` the oldest ends early. */
function createWindows(lengthMs: number, clock: Pick<Clock, 'monotonic'>) {
  /** All windows have the same length, so the one that was added first ends first. */
  const windows = new Map<string, Window>();

  function currentOf(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.end > clock.monotonic() ? window : undefined;
  }

  function begin(key: string, end = clock.monotonic() + lengthMs): Window {
    const now = clock.monotonic();
    windows.delete(key);
    for (const [oldest, window] of windows) {
      if (window.end > now && windows.size < MAX_KEYS) break;
      windows.delete(oldest);
    }
    const window = { points: 0, end };
    windows.set(key, window);
    return window;
  }

  return { currentOf, begin };
}

/**
 * Creates a limit by address, for its network (/24 of IPv4, /64 of IPv6) and for the wide network around it
 * (/16, /48).
 */
export function createNetworkLimit(
  name: LimitName,
  points: number,
  { strict, ...options }: Omit<Options, 'windowSeconds'> = {},
): Omit<RateLimit, 'giveBack'> {
  const part = (size: string) => strict && { strict: { ...strict, as: `${strict.as} ${size}` } };
  const near = createRateLimit(name, points, { ...options, ...part('network') });
  const wide = createRateLimit(name, points * WIDE_SHARE, { ...options, ...part('wide network') });
  const waitMs = (address: string) =>
    Math.max(near.waitMs(networkOf(address)), wide.waitMs(wideNetworkOf(address)));
  function count(address: string): void {
    near.count(networkOf(address));
    wide.count(wideNetworkOf(address));
  }
  function take(address: string): void {
    requireNoWait(waitMs(address), name);
    count(address);
  }
  const learning = (address: string) => [
    ...near.learning(networkOf(address)),
    ...wide.learning(wideNetworkOf(address)),
  ];
  const { learn } = strict?.windows ?? unsharedWindows;
  return {
    waitMs,
    count,
    take,
    takeStrictly: async (address) => learn(learning(address)).then(() => take(address)),
    learning,
  };
}

/** Returns a function that names a key of a limit among all keys. It is hashed, because it may name a person. */
export const createIdOf = (limit: string) => (key: string) =>
  createHash('sha256').update(`${limit} ${key}`).digest('base64url');

/** Throws 429 with `Retry-After` when `waitMs` is positive. */
export function requireNoWait(waitMs: number, limit: LimitName): void {
  if (waitMs <= 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) }, limit });
}
