export type Pair<Result> = { candidate: Result; baseline: Result };

/**
 * Measures each side once a round, in the given order and in the reverse one by turns. Rates on a shared
 * machine drift from second to second, so only measurements of the same round are compared. Each side has one
 * extra run before, to warm up.
 */
export async function takeTurns<Side extends string, Result>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<Result>>>,
): Promise<Record<Side, Result>[]> {
  const inOrder = Object.entries(sides) as [Side, () => Promise<Result>][];
  const inReverse = inOrder.toReversed();
  const measure = async (order: typeof inOrder) => {
    const results = {} as Record<Side, Result>;
    for (const [side, run] of order) results[side] = await run();
    return results;
  };
  await measure(inOrder);
  const turns: Record<Side, Result>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    turns.push(await measure(round % 2 === 0 ? inOrder : inReverse));
  }
  return turns;
}

/** Takes turns between what is measured and its baseline. */
export const alternate = <Result>(
  rounds: number,
  candidate: () => Promise<Result>,
  baseline: () => Promise<Result>,
): Promise<Pair<Result>[]> => takeTurns(rounds, { candidate, baseline });

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
