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

type Work = { readonly start: () => void; startedAt: number };
type Key = { readonly waiting: Work[]; readonly running: Set<Work> };

export type Turns = ReturnType<typeof createTurns>;

/**
 * Shares the event loop among keys (accounts or networks):
 * 1. All that arrived is served round robin by key, until the turn's time is spent.
 * 2. How long a request of a key takes is estimated by how long its turns took.
 * 3. What is left waits for the next turn, after sockets were read and written.
 */
export function createTurns({
  maxWaiting,
  now = () => performance.now(),
}: {
  maxWaiting: number;
  now?: () => number;
}) {
  const keys = new Map<string, Key>();
  const costs = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  let isScheduled = false;
  let isRetryPlanned = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(handle);
  }

  /** Starts at most one of the key; undefined when it has nothing that may start. */
  function startOne({ waiting, running }: Key, at: number): Work | undefined {
    for (const work of running) {
      if (work.startedAt + RUNNING_MS > at) break;
      running.delete(work);
    }
    if (running.size >= MAX_RUNNING) return undefined;
    const work = waiting.shift();
    if (!work) return undefined;
    work.startedAt = at;
    running.add(work);
    return work;
  }

  function handle(): void {
    isScheduled = false;
    const begun = now();
    const started = new Map<string, number>();
    let foreseen = 0;
    let mayGoOn = true;
    while (mayGoOn) {
      mayGoOn = false;
      for (const [name, key] of keys) {
        const count = started.get(name) ?? 0;
        const cost = costs.get(name) ?? FIRST_COST_MS;
        if (count >= MAX_PER_TURN) continue;
        if (foreseen > 0 && foreseen + cost > TURN_MS) break;
        const work = startOne(key, begun);
        if (!work) continue;
        // The last in line of the next round, and of the next turn.
        keys.delete(name);
        keys.set(name, key);
        started.set(name, count + 1);
        foreseen += cost;
        mayGoOn = true;
        work.start();
      }
    }
    finish(begun, started, foreseen);
  }

  function finish(begun: number, started: ReadonlyMap<string, number>, foreseen: number): void {
    if (started.size > 0) setImmediate(() => learn(now() - begun, started, foreseen));
    let isWaiting = false;
    for (const [name, { waiting, running }] of keys) {
      if (waiting.length > 0) isWaiting = true;
      else if (running.size === 0) keys.delete(name);
    }
    if (!isWaiting) return;
    if (started.size > 0) schedule();
    else retryLater();
  }

  function retryLater(): void {
    if (isRetryPlanned) return;
    isRetryPlanned = true;
    setTimeout(() => {
      isRetryPlanned = false;
      schedule();
    }, RETRY_MS);
  }

  /** Moves the estimates halfway to what the turn took. */
  function learn(tookMs: number, started: ReadonlyMap<string, number>, foreseen: number): void {
    const { min, max } = COST_RANGE_MS;
    for (const name of started.keys()) {
      const cost = costs.get(name) ?? FIRST_COST_MS;
      costs.set(name, Math.min(max, Math.max(min, (cost * (1 + tookMs / foreseen)) / 2)));
    }
  }

  return {
    /** Calls `start` in its turn. Returns what ends it, or undefined when too much of the key waits already. */
    add(name: string, start: () => void): (() => void) | undefined {
      const key = keys.get(name) ?? { waiting: [], running: new Set<Work>() };
      if (key.waiting.length >= maxWaiting) return undefined;
      keys.set(name, key);
      const work: Work = { start, startedAt: 0 };
      key.waiting.push(work);
      schedule();
      return () => {
        key.running.delete(work);
        if (key.waiting.length > 0) schedule();
        else if (key.running.size === 0 && keys.get(name) === key) keys.delete(name);
      };
    },
  };
}
