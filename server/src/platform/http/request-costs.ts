import { createLruCache } from '../lru-cache.ts';

const FIRST_COST_MS = 0.3;
const COST_RANGE_MS = { min: 0.05, max: 50 };
const REMEMBERED_KEYS = 10_000;

/** How many requests of each account a tick started, and their estimated time. */
type Started = { readonly started: ReadonlyMap<string, number>; readonly foreseen: number };

export type RequestCosts = ReturnType<typeof createRequestCosts>;

/** Estimates how long a request of an account takes. */
export function createRequestCosts() {
  const costs = createLruCache<number>(REMEMBERED_KEYS);
  const of = (name: string): number => costs.get(name) ?? FIRST_COST_MS;
  return {
    of,
    /** Moves the estimates halfway towards the measured time of the tick. */
    learn({ started, foreseen }: Started, tookMs: number): void {
      const { min, max } = COST_RANGE_MS;
      for (const name of started.keys())
        costs.set(name, Math.min(max, Math.max(min, (of(name) * (1 + tookMs / foreseen)) / 2)));
    },
  };
}
