import type { TurnCosts } from './turn-costs.ts';
import { ACCOUNTS_PER_NETWORK, type Network, type TurnQueue, type Work } from './turn-queue.ts';

/** The estimated time that the requests of one turn may take together. */
const TURN_MS = 10;
/**
 * Maximum number of requests of one account in a turn. Cheap requests so far may be followed by expensive
 * ones.
 */
const MAX_PER_TURN = 32;
/** Maximum number of running requests of one account; they may be waiting for the database or a disk. */
const MAX_RUNNING = 64;
/**
 * A request that runs longer is assumed to wait for something else, such as a device, and no longer counts.
 */
const RUNNING_MS = 100;

/** The requests that one turn started, and their estimated time. */
export type Turn = {
  readonly begun: number;
  readonly started: Map<string, number>;
  foreseen: number;
  isSpent: boolean;
};

/** Returns a function that serves each waiting network once. It returns whether any request was started. */
export function createServing({ ready, startOne }: TurnQueue, costs: TurnCosts) {
  return function serveEach(turn: Turn): boolean {
    let count = 0;
    for (const network of firstOf(ready, ready.size)) {
      if (turn.isSpent) break;
      if (!hasRoom(network.running, MAX_RUNNING * ACCOUNTS_PER_NETWORK, turn.begun)) continue;
      const served = serveNetwork(network, turn);
      count += served;
      if (served > 0) moveToEnd(ready, network);
    }
    return count > 0;
  };

  /** Starts one request for each of up to four accounts. Returns how many it started. */
  function serveNetwork(network: Network, turn: Turn): number {
    let count = 0;
    for (const account of firstOf(network.ready, network.ready.size)) {
      const ofTurn = turn.started.get(account.name) ?? 0;
      if (ofTurn >= MAX_PER_TURN || !hasRoom(account.running, MAX_RUNNING, turn.begun)) continue;
      const cost = costs.of(account.name);
      turn.isSpent = turn.foreseen > 0 && turn.foreseen + cost > TURN_MS;
      if (turn.isSpent) break;
      turn.started.set(account.name, ofTurn + 1);
      turn.foreseen += cost;
      moveToEnd(network.ready, account);
      startOne(account, turn.begun);
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
