/**
 * Shares a look-up among all who ask with the same key until the event loop turns: what comes in one piece is answered
 * as of one moment. Who asks in a later turn gets a look-up of its own.
 */
export function oncePerTurn<Value>(): (key: string, find: () => Promise<Value>) => Promise<Value> {
  const found = new Map<string, Promise<Value>>();
  return (key, find) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const finding = find();
    found.set(key, finding);
    const forget = () => void setImmediate(() => found.delete(key));
    finding.then(forget, forget);
    return finding;
  };
}
