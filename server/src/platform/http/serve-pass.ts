import type { RequestCosts } from './request-costs.ts';
import { ACCOUNTS_PER_NETWORK, type Network, type WaitingRequests, type Work } from './waiting-requests.ts';

/** The estimated time that the requests of one tick may take together. */
const TICK_MS = 10;
/**
 * Maximum number of requests of one account in a tick. Cheap requests so far may be followed by expensive
 * ones.
 */
const MAX_PER_TICK = 32;
/** Maximum number of running requests of one account; they may be waiting for the database or a disk. */
const MAX_RUNNING = 64;
/**
 * A request that runs longer is assumed to wait for something else, such as a device, and no longer counts.
 */
const RUNNING_MS = 100;

/** The requests that one tick started, and their estimated time. */
export type Tick = {
  readonly begun: number;
  readonly started: Map<string, number>;
  foreseen: number;
  isSpent: boolean;
};

/** Returns a function that serves each waiting network once. It returns whether any request was started. */
export function createServePass({ ready, startOne }: WaitingRequests, costs: RequestCosts) {
  return function servePass(tick: Tick): boolean {
    let count = 0;
    for (const network of firstOf(ready, ready.size)) {
      if (tick.isSpent) break;
      if (!hasRoom(network.running, MAX_RUNNING * ACCOUNTS_PER_NETWORK, tick.begun)) continue;
      const served = serveNetwork(network, tick);
      count += served;
      if (served > 0) moveToEnd(ready, network);
    }
    return count > 0;
  };

  /** Starts one request for each of up to four accounts. Returns how many it started. */
  function serveNetwork(network: Network, tick: Tick): number {
    let count = 0;
    for (const account of firstOf(network.ready, network.ready.size)) {
      const ofTick = tick.started.get(account.name) ?? 0;
      if (ofTick >= MAX_PER_TICK || !hasRoom(account.running, MAX_RUNNING, tick.begun)) continue;
      const cost = costs.of(account.name);
      tick.isSpent = tick.foreseen > 0 && tick.foreseen + cost > TICK_MS;
      if (tick.isSpent) break;
      tick.started.set(account.name, ofTick + 1);
      tick.foreseen += cost;
      moveToEnd(network.ready, account);
      startOne(account, tick.begun);
      count += 1;
      if (count === ACCOUNTS_PER_NETWORK) break;
    }
    return count;
  }
}

/**
 * Returns whether fewer than `max` requests are running. Forgets requests that run longer than `RUNNING_MS`.
 */
function hasRoom(running: Set<Work>, max: number, at: number): boolean {
  for (const work of running) {
    if (running.size < max || work.startedAt + RUNNING_MS > at) break;
    running.delete(work);
  }
  return running.size < max;
}

/** Yields the first `count` elements, even when they are moved to the end during iteration. */
function* firstOf<T>(set: ReadonlySet<T>, count: number): Generator<T> {
  let left = count;
  for (const each of set) {
    if (left === 0) return;
    left -= 1;
    yield each;
  }
}

function moveToEnd<T>(set: Set<T>, each: T): void {
  if (set.delete(each)) set.add(each);
}
