/** What a client did to a register, with the times at which it called and got its answer. */
export type Operation = {
  readonly kind: 'write' | 'read';
  /** Written values are unique. */
  readonly value: unknown;
  readonly called: number;
  /** `Infinity` for a write without an answer, which may or may not have happened. */
  readonly returned: number;
};

/** A search through more states shows that the history is too long, not that it is wrong. */
const MAX_STATES = 2_000_000;

/**
 * Returns whether there is one order of the operations in which each read returns what was written last, and in which no
 * operation comes before another that had ended when it was called. This is the search of Wing and Gong with the memory
 * of Lowe: for each set of operations that came first, and each value that they left, the rest is tried once.
 */
export function isLinearizable(history: readonly Operation[], initial: unknown): boolean {
  const operations = history.toSorted((one, other) => one.called - other.called);
  const isDone = operations.map(() => false);
  const seen = new Set<string>();

  /** Returns the operations that may come next, which are those that were called before any other one returned. */
  function nextOf(from: number): number[] {
    const found: number[] = [];
    let firstReturn = Number.POSITIVE_INFINITY;
    for (const [index, { called, returned }] of operations.entries()) {
      if (called > firstReturn) break;
      if (index < from || isDone[index]) continue;
      found.push(index);
      firstReturn = Math.min(firstReturn, returned);
    }
    return found.filter((index) => (operations[index]?.called ?? 0) <= firstReturn);
  }

  const isOver = (from: number): boolean =>
    operations.every(({ returned }, index) => index < from || isDone[index] || returned === Infinity);

  function search(value: unknown, begin: number): boolean {
    let from = begin;
    while (isDone[from]) from += 1;
    if (isOver(from)) return true;
    const done = operations.flatMap((_, index) => (index > from && isDone[index] ? [index] : []));
    const state = JSON.stringify([value, from, done]);
    if (seen.has(state)) return false;
    seen.add(state);
    if (seen.size > MAX_STATES) throw new Error('the history is too long to check');
    for (const index of nextOf(from)) {
      const { kind, value: own } = operations[index] as Operation;
      if (kind === 'read' && own !== value) continue;
      isDone[index] = true;
      if (search(kind === 'write' ? own : value, from)) return true;
      isDone[index] = false;
    }
    return false;
  }

  return search(initial, 0);
}
