import { createHash } from 'node:crypto';

/** Random choices that are the same in every run with one seed. */
export type Random = {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number;
  /** Returns an integer from `from` to `to`, including both. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T | undefined;
};

export function seededRandom(seed: string): Random {
  let count = 0;
  const next = () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (items) => items[Math.floor(next() * items.length)],
  };
}
