import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { createLimiter } from '../limiter.ts';
import { Problem } from '../problem.ts';
import type { Guard } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export type Resolved = { readonly address: string; readonly family: number };
/** Returns all addresses of a name. Tests answer in its place. */
export type Resolve = (name: string) => Promise<readonly Resolved[]>;

export const resolveBySystem: Resolve = (name) => systemLookup(name, { all: true });

/**
 * The system's resolver occupies a thread of the pool that files and passwords need too, for many seconds
 * when a name server is silent.
 */
const MAX_CONCURRENT_LOOKUPS = 2;
const MAX_WAITING = 200;
const MAX_WAITING_PER_PARTY = 20;

/**
 * Creates the lookup of connections. Node connects to the addresses that it returns and to no others, so
 * that a name server cannot answer one address to the guard and another to the connection (DNS rebinding).
 */
export function createGuardedLookup(guard: Guard, resolve: Resolve) {
  const limiter = createLimiter({
    maxConcurrent: MAX_CONCURRENT_LOOKUPS,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_PARTY,
  });

  async function find(party: string, name: string, url: URL): Promise<readonly Resolved[]> {
    const found = await limiter(party, () => resolve(name)).catch((error: unknown) => {
      throw error instanceof Problem ? new OutboundError('busy', 'too many names are resolved') : error;
    });
    if (found.length === 0) throw new OutboundError('name_unresolved', 'the name has no address');
    guard.requireAddresses(found, url);
    return found;
  }

  return (party: string, url: URL): LookupFunction =>
    (name, options, done) => {
      find(party, name, url).then(
        (found) => {
          const [first] = found;
          if (options.all === true) done(null, [...found]);
          else done(null, first?.address ?? '', first?.family ?? 0);
        },
        (error: NodeJS.ErrnoException) => done(error, []),
      );
    };
}
