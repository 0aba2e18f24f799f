/** A sequence of numbers determined by its seed. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  between(low: number, high: number): number;
  /** Returns whether an event with this rate per hour happens within `seconds`. */
  happens(timesAnHour: number, seconds: number): boolean;
  pick<T>(choices: readonly T[]): T | undefined;
};

/** Returns a 32-bit hash of the text: FNV-1a, with Murmur3's finalizer to spread the last bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash, 0);
}

/** Hashes two numbers into one that depends on every bit of both. */
export function mix(one: number, other: number): number {
  let hash = Math.imul(one ^ Math.imul(other | 0, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a Mulberry32 generator: small, fast, and even enough for simulated devices. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    happens: (timesAnHour, seconds) => next() < 1 - Math.exp((-timesAnHour * seconds) / 3600),
    pick: (choices) => choices[Math.floor(next() * choices.length)],
  };
}

/** Returns the height of a smooth curve that has a random height from -1 to 1 at every whole `x`. */
export function noise(seed: number, x: number): number {
  const cell = Math.floor(x);
  const height = (at: number) => (mix(seed, at) / 2 ** 32) * 2 - 1;
  const share = (1 - Math.cos((x - cell) * Math.PI)) / 2;
  return height(cell) * (1 - share) + height(cell + 1) * share;
}
