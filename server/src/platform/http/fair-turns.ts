import { LRUCache } from 'lru-cache';

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
/** How often to check again while only accounts with `MAX_RUNNING` running requests are waiting. */
const RETRY_MS = 20;
const FIRST_COST_MS = 0.3;
const COST_RANGE_MS = { min: 0.05, max: 50 };
const REMEMBERED_KEYS = 10_000;

/**
 * A network counts as this many accounts: thousands of people may share a carrier's NAT, and so may a flood.
 */
const ACCOUNTS_PER_NETWORK = 4;

type Work = { readonly start: () => void; startedAt: number; hasEnded: boolean };
/** `ready` holds its accounts with waiting requests, the least recently served first. */
type Network = {
  readonly name: string;
  readonly ready: Set<Account>;
  readonly running: Set<Work>;
  size: number;
};
type Account = {
  readonly name: string;
  /**
   * The network of its first waiting request. An account with requests from several networks still has one
   * share.
   */
  readonly network: Network;
  readonly waiting: Work[];
  readonly running: Set<Work>;
};
/** The requests that one turn started, and their estimated time. */
type Turn = {
  readonly begun: number;
  readonly started: Map<string, number>;
  foreseen: number;
  isSpent: boolean;
};

export type Turns = ReturnType<typeof createTurns>;

/**
 * Shares the event loop fairly among networks, and each network's share among its accounts:
 * 1. Waiting requests are served round robin by network until the turn's time is spent. Each time, a network
 *    may start one request for each of up to four accounts, also round robin, so that many accounts do not
 *    multiply its share.
 * 2. The time of an account's request is estimated from the time that earlier turns took.
 * 3. Remaining requests wait for the next turn, after sockets were read and written.
 */
export function createTurns({
  maxWaiting,
  now = () => performance.now(),
}: {
  /** Maximum number of waiting requests of one account; a network may have four times as many. */
  maxWaiting: number;
  now?: () => number;
}) {
  const networks = new Map<string, Network>();
  const accounts = new Map<string, Account>();
  const ready = new Set<Network>();
  const costs = createCosts();
  let isScheduled = false;
  let isRetryPlanned = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(handle);
  }

  function handle(): void {
    isScheduled = false;
    const turn: Turn = { begun: now(), started: new Map(), foreseen: 0, isSpent: false };
    for (let mayGoOn = true; mayGoOn && !turn.isSpent; ) mayGoOn = serveEach(turn);
    if (turn.started.size > 0) setImmediate(() => costs.learn(turn, now() - turn.begun));
    if (ready.size === 0) return;
    if (turn.started.size > 0) schedule();
    else retryLater();
  }

  /** Serves each network once. Returns whether any request was started. */
  function serveEach(turn: Turn): boolean {
    let count = 0;
    for (const network of firstOf(ready, ready.size)) {
      if (turn.isSpent) break;
      if (!hasRoom(network.running, MAX_RUNNING * ACCOUNTS_PER_NETWORK, turn.begun)) continue;
      const served = serveNetwork(network, turn);
      count += served;
      if (served > 0) moveToEnd(ready, network);
    }
    return count > 0;
  }

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

  function startOne(account: Account, at: number): void {
    const { network, waiting, running } = account;
    const work = waiting.shift();
    if (waiting.length === 0) network.ready.delete(account);
    if (network.ready.size === 0) ready.delete(network);
    if (!work) return;
    network.size -= 1;
    if (!work.hasEnded) {
      work.startedAt = at;
      running.add(work);
      network.running.add(work);
    }
    work.start();
    forgetIdle(account);
  }

  function forgetIdle({ name, network, waiting, running }: Account): void {
    if (waiting.length === 0 && running.size === 0) accounts.delete(name);
    if (network.size > 0 || network.running.size > 0) return;
    if (networks.get(network.name) === network) networks.delete(network.name);
  }

  function retryLater(): void {
    if (isRetryPlanned) return;
    isRetryPlanned = true;
    setTimeout(() => {
      isRetryPlanned = false;
      schedule();
    }, RETRY_MS);
  }

  function networkOf(name: string): Network {
    return networks.get(name) ?? { name, ready: new Set(), running: new Set(), size: 0 };
  }

  return {
    /** Queues `start`. Returns a function that ends the request, or undefined when too many are waiting. */
    add(networkName: string, name: string, start: () => void): (() => void) | undefined {
      const account = accounts.get(name) ?? {
        name,
        network: networkOf(networkName),
        waiting: [],
        running: new Set<Work>(),
      };
      const { network, waiting, running } = account;
      if (waiting.length >= maxWaiting || network.size >= maxWaiting * ACCOUNTS_PER_NETWORK) return undefined;
      if (!accounts.has(name)) networks.set(network.name, network);
      accounts.set(name, account);
      const work: Work = { start, startedAt: 0, hasEnded: false };
      waiting.push(work);
      network.size += 1;
      network.ready.add(account);
      ready.add(network);
      schedule();
      return () => {
        work.hasEnded = true;
        running.delete(work);
        network.running.delete(work);
        if (network.size > 0) schedule();
        if (accounts.get(name) === account) forgetIdle(account);
      };
    },
  };
}

/** Estimates how long a request of an account takes. */
function createCosts() {
  const costs = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  const of = (name: string): number => costs.get(name) ?? FIRST_COST_MS;
  return {
    of,
    /** Moves the estimates halfway towards the measured time of the turn. */
    learn({ started, foreseen }: Turn, tookMs: number): void {
      const { min, max } = COST_RANGE_MS;
      for (const name of started.keys())
        costs.set(name, Math.min(max, Math.max(min, (of(name) * (1 + tookMs / foreseen)) / 2)));
    },
  };
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
