export type Pair<Result> = { candidate: Result; baseline: Result };

/**
 * Measures both again and again, changing who comes first. Rates on a shared machine drift from minute to minute, so
 * only what was measured side by side is compared. Each is run once more before, to be warm.
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

/** Medians over the rounds; the ratio is the median of each round's ratio, not the ratio of the medians. */
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

/** Nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.max(0, rank)] ?? Number.NaN;
}
