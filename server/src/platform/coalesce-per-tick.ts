/**
 * Shares a look-up among all who ask with the same key in one tick: the running callback of the event loop and the
 * promises that it settles. No input or output happens within a tick, so that every caller gets what was stored after
 * it was asked. Who asks in a later tick gets a look-up of its own, even while the first is under way.
 */
export function coalescePerTick<Value>(): (key: string, find: () => Promise<Value>) => Promise<Value> {
  const found = new Map<string, Promise<Value>>();
  const forget = () => found.clear();
  return (key, find) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    // Node calls `nextTick` callbacks before promises at first, and after all of them once one of them has run.
    if (found.size === 0) queueMicrotask(() => process.nextTick(forget));
    const finding = find();
    found.set(key, finding);
    return finding;
  };
}
