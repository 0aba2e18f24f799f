import { LRUCache } from 'lru-cache';

/** What the requests of one turn may take together, as far as it can be foreseen. */
const TURN_MS = 10;
/** A key whose requests were cheap so far may send expensive ones next. */
const MAX_PER_TURN = 32;
/** Requests of one key that are under way, where they wait for the database or a disk. */
const MAX_RUNNING = 64;
/** A request that takes longer is taken to wait for something else, such as a device or news, and holds up no others. */
const RUNNING_MS = 100;
/** Looked at so often while a key has `MAX_RUNNING` under way. */
const RETRY_MS = 20;
const FIRST_COST_MS = 0.3;
const COST_RANGE_MS = { min: 0.05, max: 50 };
const REMEMBERED_KEYS = 10_000;

/** A network counts as so many accounts: behind a carrier's NAT are thousands of people, and a flood may have as many. */
const ACCOUNTS_PER_NETWORK = 4;

type Work = { readonly start: () => void; startedAt: number; hasEnded: boolean };
/** `ready` has those of its accounts of which requests wait, the one that was served the longest ago in front. */
type Network = {
  readonly name: string;
  readonly ready: Set<Account>;
  readonly running: Set<Work>;
  size: number;
};
type Account = {
  readonly name: string;
  /** Where its requests came from when it had no others: coming from several networks, it has one share all the same. */
  readonly network: Network;
  readonly waiting: Work[];
  readonly running: Set<Work>;
};
/** What one turn started, and how long that will take as far as it can be foreseen. */
type Turn = {
  readonly begun: number;
  readonly started: Map<string, number>;
  foreseen: number;
  isSpent: boolean;
};

export type Turns = ReturnType<typeof createTurns>;

/**
 * Shares the event loop among networks, and what a network gets among its accounts:
 * 1. All that arrived is served round robin by network, until the turn's time is spent. Each time a network has a
 *    request of up to four of its accounts, which have their turns too: many accounts do not multiply its share.
 * 2. How long a request of an account takes is estimated by how long its turns took.
 * 3. What is left waits for the next turn, after sockets were read and written.
 */
export function createTurns({
  maxWaiting,
  now = () => performance.now(),
}: {
  /** Requests of one account; a network may have four times as many. */
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

  /** Starts one request of each of up to four accounts. Returns how many. */
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
    /** Calls `start` in its turn. Returns what ends it, or undefined when too much of the account or network waits. */
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

/** Estimates of what a request of an account takes. */
function createCosts() {
  const costs = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  const of = (name: string): number => costs.get(name) ?? FIRST_COST_MS;
  return {
    of,
    /** Moves the estimates halfway to what the turn took. */
    learn({ started, foreseen }: Turn, tookMs: number): void {
      const { min, max } = COST_RANGE_MS;
      for (const name of started.keys())
        costs.set(name, Math.min(max, Math.max(min, (of(name) * (1 + tookMs / foreseen)) / 2)));
    },
  };
}

/** Whether fewer than `max` are running that may still take time of others. */
function hasRoom(running: Set<Work>, max: number, at: number): boolean {
  for (const work of running) {
    if (running.size < max || work.startedAt + RUNNING_MS > at) break;
    running.delete(work);
  }
  return running.size < max;
}

/** The first `count`, though they may be moved to the end meanwhile. */
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
