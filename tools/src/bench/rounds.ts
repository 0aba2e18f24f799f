export type Pair<Result> = { candidate: Result; baseline: Result };

/**
 * Measures both sides in alternating order. Rates on a shared machine drift from minute to minute, so only
 * measurements of the same round are compared. Each side has one extra run before, to warm up.
 */
export async function alternate<Result>(
  rounds: number,
  candidate: () => Promise<Result>,
  baseline: () => Promise<Result>,
): Promise<Pair<Result>[]> {
  await candidate();
  await baseline();
  const pairs: Pair<Result>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      pairs.push({ candidate: await candidate(), baseline: await baseline() });
    } else {
      const first = await baseline();
      pairs.push({ candidate: await candidate(), baseline: first });
    }
  }
  return pairs;
}

export type Comparison = { measured: number; baseline: number; ratio: number };

/**
 * Returns medians over the rounds. The ratio is the median of the rounds' ratios, not
 * the ratio of the medians.
 */
export function summarize<Result>(
  pairs: readonly Pair<Result>[],
  read: (result: Result) => number,
): Comparison {
  return {
    measured: median(pairs.map(({ candidate }) => read(candidate))),
    baseline: median(pairs.map(({ baseline }) => read(baseline))),
    ratio: median(pairs.map(({ candidate, baseline }) => read(candidate) / read(baseline))),
  };
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Returns the percentile by nearest rank, or NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.max(0, rank)] ?? Number.NaN;
}
