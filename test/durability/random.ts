import { createHash } from 'node:crypto';

/** Choices that are the same in every run of one seed. */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
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
