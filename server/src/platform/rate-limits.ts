import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from './problem.ts';

const WINDOW_SECONDS = 60;

/** One allowance of `points` a minute, or another window, for each key. */
export type RateLimit = {
  /** Throws 429 with `Retry-After` when the key has nothing left; takes nothing. */
  require(key: string): Promise<void>;
  /** Takes one point. */
  count(key: string): Promise<void>;
  /** Takes one point, or throws 429. */
  take(key: string): Promise<void>;
  /** Gives back a point that was taken: what it was taken for was no guess. */
  giveBack(key: string): Promise<void>;
};

export function createRateLimit(name: string, points: number, windowSeconds = WINDOW_SECONDS): RateLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  return {
    async require(key) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= points) throw tooMany(state);
    },
    async count(key) {
      await limiter.penalty(key);
    },
    async take(key) {
      await limiter.consume(key).catch((refused: RateLimiterRes) => {
        throw tooMany(refused);
      });
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}

function tooMany(state: RateLimiterRes): Problem {
  const wait = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return new Problem('too_many_requests', { headers: { 'Retry-After': String(wait) } });
}

/** What an address counts as: a household or a server rents a whole /64 of IPv6, so that is one. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`;
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
