import type { LookupFunction } from 'node:net';
import { ApiError } from '../api-error.ts';
import type { Timers } from '../clock.ts';
import { createLimiter, type Limiter } from '../limiter.ts';
import { createLruCache } from '../lru-cache.ts';
import type { Guard } from './guard.ts';
import { OutboundError } from './outbound-error.ts';
import type { Resolve, Resolved } from './system-resolver.ts';

const MAX_CONCURRENT = 256;
/** One party's names may have a silent name server, so its look-ups are few, and others have their own. */
const MAX_CONCURRENT_PER_PARTY = 4;
const MAX_WAITING_PER_PARTY = 20;
/** For this long, a party's name that could not be resolved is not looked up again. */
const FAILED_MS = 5_000;
const MAX_FAILED = 2_000;

type Context = Parameters<Resolve>[1];

/**
 * Creates the lookup of connections. Node connects to the addresses that it returns and to no others, so
 * that a name server cannot answer one address to the guard and another to the connection (DNS rebinding).
 */
export function createGuardedLookup(guard: Guard, resolve: Resolve, clock: Pick<Timers, 'monotonic'>) {
  const inTurn = createShares();
  const failed = createLruCache<{ readonly until: number; readonly error: unknown }>(MAX_FAILED);

  async function resolveOnce(name: string, context: Context): Promise<readonly Resolved[]> {
    const key = JSON.stringify([context.party, name]);
    const before = failed.get(key);
    if (before && before.until > clock.monotonic()) throw before.error;
    try {
      const found = await inTurn(context, () => resolve(name, context));
      if (found.length === 0) throw new OutboundError('name_unresolved', 'the name has no address');
      failed.delete(key);
      return found;
    } catch (error) {
      if (error instanceof ApiError) throw new OutboundError('busy', 'too many names are resolved');
      // A call that was given up says nothing about the name.
      if (!context.signal.aborted) failed.set(key, { until: clock.monotonic() + FAILED_MS, error });
      throw error;
    }
  }

  return (url: URL, context: Context): LookupFunction =>
    (name, options, done) => {
      resolveOnce(name, context)
        .then((found) => {
          guard.requireAddresses(found, url);
          return found;
        })
        .then(
          (found) => {
            const [first] = found;
            if (options.all === true) done(null, [...found]);
            else done(null, first?.address ?? '', first?.family ?? 0);
          },
          (error: NodeJS.ErrnoException) => done(error, []),
        );
    };
}

/** Returns the function that runs work when its party has a free share, unless it was given up before. */
function createShares() {
  const all = createLimiter({
    maxConcurrent: MAX_CONCURRENT,
    maxWaiting: 10 * MAX_CONCURRENT,
    maxWaitingPerKey: MAX_WAITING_PER_PARTY,
  });
  const parties = new Map<string, { readonly limiter: Limiter; users: number }>();

  return async <Result>({ party, signal }: Context, work: () => Promise<Result>): Promise<Result> => {
    const share = parties.get(party) ?? { limiter: createShare(), users: 0 };
    parties.set(party, share);
    share.users += 1;
    const unlessGivenUp = () => {
      signal.throwIfAborted();
      return work();
    };
    try {
      return await share.limiter(party, () => all(party, unlessGivenUp));
    } finally {
      share.users -= 1;
      if (share.users === 0) parties.delete(party);
    }
  };
}

const createShare = (): Limiter =>
  createLimiter({
    maxConcurrent: MAX_CONCURRENT_PER_PARTY,
    maxWaiting: MAX_WAITING_PER_PARTY,
    maxWaitingPerKey: MAX_WAITING_PER_PARTY,
  });
