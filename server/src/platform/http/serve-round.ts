import type { RequestCosts } from './request-costs.ts';
import { ACCOUNTS_PER_NETWORK, type Network, type WaitingRequests, type Work } from './waiting-requests.ts';

/** The estimated time that the requests of one round may take together. */
const ROUND_MS = 10;
/**
 * Maximum number of requests of one account in a round. Cheap requests so far may be followed by expensive
 * ones.
 */
const MAX_PER_ROUND = 32;
/** Maximum number of running requests of one account; they may be waiting for the database or a disk. */
const MAX_RUNNING = 64;
/**
 * A request that runs longer is assumed to wait for something else, such as a device, and no longer counts.
 */
const RUNNING_MS = 100;

/** The requests that one round started, and their estimated time. */
export type Round = {
  readonly begun: number;
  readonly started: Map<string, number>;
  foreseen: number;
  isSpent: boolean;
};

/** Returns a function that serves each waiting network once. It returns whether any request was started. */
export function createServeRound({ ready, startOne }: WaitingRequests, costs: RequestCosts) {
  return function serveEach(round: Round): boolean {
    let count = 0;
    for (const network of firstOf(ready, ready.size)) {
      if (round.isSpent) break;
      if (!hasRoom(network.running, MAX_RUNNING * ACCOUNTS_PER_NETWORK, round.begun)) continue;
      const served = serveNetwork(network, round);
      count += served;
      if (served > 0) moveToEnd(ready, network);
    }
    return count > 0;
  };

  /** Starts one request for each of up to four accounts. Returns how many it started. */
  function serveNetwork(network: Network, round: Round): number {
    let count = 0;
    for (const account of firstOf(network.ready, network.ready.size)) {
      const ofRound = round.started.get(account.name) ?? 0;
      if (ofRound >= MAX_PER_ROUND || !hasRoom(account.running, MAX_RUNNING, round.begun)) continue;
      const cost = costs.of(account.name);
      round.isSpent = round.foreseen > 0 && round.foreseen + cost > ROUND_MS;
      if (round.isSpent) break;
      round.started.set(account.name, ofRound + 1);
      round.foreseen += cost;
      moveToEnd(network.ready, account);
      startOne(account, round.begun);
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
