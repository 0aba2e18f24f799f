/** Random numbers that are the same for the same seed, which a failed test names. */
export type Seeded = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  shuffle<T>(list: readonly T[]): T[];
};

/** Creates a Mulberry32 generator. */
export function seeded(seed: number): Seeded {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    below: (end) => Math.floor(next() * end),
    shuffle: (list) =>
      list
        .map((each) => [next(), each] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, each]) => each),
  };
}
