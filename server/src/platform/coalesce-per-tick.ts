let tick = 0;
let isTickMarked = false;

/**
 * Returns the number of the current tick: one callback of the event loop and the promises that it settles.
 * Nothing is read from the network within a tick.
 */
export function currentTick(): number {
  if (!isTickMarked) {
    isTickMarked = true;
    // Node runs `nextTick` callbacks before promises, but a callback queued by a promise runs after all of
    // them.
    queueMicrotask(() => process.nextTick(endTick));
  }
  return tick;
}

function endTick(): void {
  tick += 1;
  isTickMarked = false;
}

type LookUp<Value> = { readonly began: number; readonly finding: Promise<Value> };

/**
 * Shares a look-up among all calls with the same key that arrived before it began or in the same tick, so
 * that none gets data older than its arrival. A call that waited in a queue passes the tick of its arrival;
 * the look-up for the first of a queue, which takes a while on PostgreSQL, then serves the others too.
 */
export function coalescePerTick<Value>() {
  const found = new Map<string, LookUp<Value>>();
  return (key: string, find: () => Promise<Value>, arrivedIn = currentTick()): Promise<Value> => {
    const known = found.get(key);
    if (known && known.began >= arrivedIn) return known.finding;
    const lookUp: LookUp<Value> = { began: currentTick(), finding: find() };
    found.set(key, lookUp);
    const forget = () => {
      if (found.get(key) === lookUp) found.delete(key);
    };
    const forgetSoon = () => void setImmediate(forget);
    lookUp.finding.then(forgetSoon, forgetSoon);
    return lookUp.finding;
  };
}
